// The socket of a game: it joins again by itself when the line or the server was gone.

import { ownName } from "./names.js";

export class Connection {
  // on: {message(data), line(words), none(words)}; line "" is a good one; none: there is no game to join.
  constructor(path, keys, on) {
    this.path = path;
    this.keys = keys;
    this.on = on;
    this.joined = false;
    this.wait = 300;
    this._open();
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  _open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket.addEventListener("open", () => this.send({ do: "join", keys: this.keys, name: ownName() }));
    this.socket.addEventListener("message", (event) => {
      this.wait = 300;
      this.joined = true;
      this.on.line("");
      this.on.message(JSON.parse(event.data));
    });
    this.socket.addEventListener("close", (event) => {
      if (event.code === 1008) {
        (this.joined ? this.on.line : this.on.none)(event.reason || "the server refuses this game");
        return;
      }
      this.on.line(event.reason ? `${event.reason} …` : "The line to the server is gone; trying again …");
      setTimeout(() => this._open(), this.wait);
      this.wait = Math.min(5000, this.wait * 2);
    });
  }
}
