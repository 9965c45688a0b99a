// The text of a page whose colour is too near to that of its ground.
(() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parts = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (upper, lower) => [0, 1, 2].map((k) => upper[k] * upper[3] + lower[k] * (1 - upper[3]));
  const light = (colour) => {
    const [r, g, b] = colour
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement)
      layers.push(parts(getComputedStyle(one).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  document.querySelectorAll("details").forEach((fold) => (fold.open = true));
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent.trim();
    if (!words || !element.checkVisibility() || element.closest("script, [aria-hidden], option")) continue;
    const style = getComputedStyle(element);
    const below = ground(element),
      [p, q] = [light(over(parts(style.color), below)), light(below)];
    const contrast = (Math.max(p, q) + 0.05) / (Math.min(p, q) + 0.05);
    const size = parseFloat(style.fontSize),
      isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5))
      found.add(`${element.tagName}.${element.className}: ${contrast.toFixed(2)} (${words.slice(0, 20)})`);
  }
  return [...found];
})()
