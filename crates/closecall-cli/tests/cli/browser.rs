//! A real browser without a window, driven through the DevTools protocol, and with no network: no
//! name is resolved for it.

use std::io::{BufRead, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// The names of the program, here and there.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--window-size=1000,700",
    "--remote-debugging-port=0",
];

/// So long a page may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The lock of the test that has a browser: several at once would keep each other waiting.
static TURN: Mutex<()> = Mutex::new(());

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    calls: u64,
    events: Vec<Value>,
    // Removed after the browser, which is dropped first.
    _profile: tempfile::TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Browser {
    /// Starts it; where there is none, says so.
    pub fn start() -> Option<Self> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let profile = tempfile::tempdir().expect("a temporary folder can be made");
        let started = NAMES.iter().find_map(|name| {
            let mut command = Command::new(name);
            command.args(FLAGS).arg(format!("--user-data-dir={}", profile.path().display()));
            command
                .arg("about:blank")
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .ok()
        });
        let Some(mut child) = started else {
            // Not by println!, which tests keep to themselves where they pass.
            _ = writeln!(std::io::stderr(), "skipped: there is no {}", NAMES.join(", "));
            return None;
        };
        let mut lines = BufReader::new(child.stderr.take().expect("it was piped"))
            .lines()
            .map_while(Result::ok);
        let address = lines.find_map(|line| Some(line.split_once("listening on ")?.1.to_owned()));
        let address = address.expect("the browser says where it listens");
        // Whoever does not read what it has to say stops it.
        std::thread::spawn(move || lines.for_each(drop));
        let host =
            address.trim_start_matches("ws://").split('/').next().expect("an address has a host");
        let stream = TcpStream::connect(host).expect("the browser listens");
        let (socket, _) =
            tungstenite::client(address.as_str(), stream).expect("the browser speaks");
        let mut browser = Self {
            child,
            socket,
            session: None,
            calls: 0,
            events: vec![],
            _profile: profile,
            _turn: turn,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = browser.call(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Opens a page, and waits until it is ready; tells how long that took. On a machine that has
    /// other things to do, that is the time for which it let the browser work.
    pub fn open(&mut self, file: &str) -> Duration {
        self.events.clear();
        let (start, worked) = (Instant::now(), self.worked());
        self.call("Page.navigate", json!({ "url": format!("file://{file}") }));
        while self.eval("document.body?.dataset.ready ?? ''") != "yes" {
            assert!(start.elapsed() < PATIENCE, "{file} is not ready: {:?}", self.complaints());
            std::thread::sleep(Duration::from_millis(20));
        }
        start.elapsed().min(self.worked() - worked)
    }

    /// How long all processes of the browser have worked.
    fn worked(&mut self) -> Duration {
        let session = self.session.take();
        let info = self.call("SystemInfo.getProcessInfo", json!({}));
        self.session = session;
        let processes = info["processInfo"].as_array().expect("the browser knows its processes");
        Duration::from_secs_f64(
            processes.iter().filter_map(|process| process["cpuTime"].as_f64()).sum(),
        )
    }

    /// The value of an expression in the page; a promise is waited for.
    pub fn eval(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.call("Runtime.evaluate", asked);
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].take()
    }

    /// The errors since the page was opened, and the addresses that it asked the network for.
    pub fn complaints(&self) -> Vec<String> {
        let complaint = |event: &Value| {
            let of = &event["params"];
            let is_bad = match event["method"].as_str()? {
                "Runtime.exceptionThrown" => true,
                "Runtime.consoleAPICalled" => of["type"] == "error" || of["type"] == "assert",
                "Log.entryAdded" => of["entry"]["level"] == "error",
                "Network.requestWillBeSent" => {
                    let url = of["request"]["url"].as_str().unwrap_or_default();
                    !["file:", "data:", "blob:"].iter().any(|own| url.starts_with(own))
                }
                _ => false,
            };
            is_bad.then(|| of.to_string())
        };
        self.events.iter().filter_map(complaint).collect()
    }

    /// Writes a picture of the page in a window of a size.
    pub fn photograph(&mut self, (width, height): (u32, u32), file: &Path) {
        use base64::Engine;
        let screen =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", screen);
        // The page takes its new size when it is told, and is then drawn once more.
        self.eval("new Promise(done => setTimeout(done, 2000))");
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let text = picture["data"].as_str().expect("a picture is text");
        let bytes =
            base64::engine::general_purpose::STANDARD.decode(text).expect("a picture is base64");
        std::fs::write(file, bytes).expect("the picture can be written");
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).expect("the browser listens");
        loop {
            let Message::Text(text) = self.socket.read().expect("the browser answers") else {
                continue;
            };
            let mut answer: Value = serde_json::from_str(&text).expect("the browser speaks JSON");
            if answer["id"] != self.calls {
                self.events.push(answer);
                continue;
            }
            assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
            return answer["result"].take();
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
