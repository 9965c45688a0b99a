// Lets the search work where pages are opened as files. Browsers start no worker there, so a hidden frame that loads
// the same script stands in for one.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = `<script>
        self.postMessage = data => parent.postMessage(data, "*");
        const load = address => new Promise((done, failed) => {
          const script = document.createElement("script");
          Object.assign(script, { src: address, onload: done, onerror: failed });
          document.head.append(script);
        });
        self.importScripts = (...all) => all.reduce((before, one) => before.then(() => load(one)), Promise.resolve());
      </script><script src="${address}"></script>`;
      this.ready = new Promise(done => this.frame.addEventListener("load", done));
      window.addEventListener("message", event => {
        if (event.source !== this.frame.contentWindow) return;
        const heard = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(heard);
        this.onmessage?.(heard);
      });
      document.body.append(this.frame);
    }
    // The frame's own postMessage speaks to this page, so a message to it is an event.
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() { this.frame.remove(); }
  };
}
