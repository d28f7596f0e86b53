/* Runs page_engine.h, as WebAssembly, in a worker of the page. Messages in: {start: bytes},
 * {id, ask: line}, {id, weights: bytes}, {id, think: seed}, {stop: true}. Out: {id, answer},
 * {id, progress: simulations}, or {failed: text} when the engine has failed. */
"use strict";
(function () {
  var engine, exports, memory, stop = false, PIECE_MS = 40;
  var complaints = "";

  /* The system calls of the C library. */
  function system() {
    var calls = {
      clock_time_get: function (clock, precision, at) {
        new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(1e6 * performance.now())),
          true);
        return 0;
      },
      fd_write: function (file, parts, count, written) {
        var view = new DataView(memory.buffer), all = 0;
        for (var i = 0; i < count; i++) {
          var at = view.getUint32(parts + 8 * i, true);
          var length = view.getUint32(parts + 8 * i + 4, true);
          complaints += new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
          all += length;
        }
        view.setUint32(written, all, true);
        return 0;
      },
      environ_sizes_get: function (count, size) {
        new DataView(memory.buffer).setUint32(count, 0, true);
        new DataView(memory.buffer).setUint32(size, 0, true);
        return 0;
      },
      environ_get: function () { return 0; },
      proc_exit: function (status) { throw new Error("the engine exited: " + status); }
    };
    return new Proxy(calls, {get: function (known, name) {
      return known[name] || function () { return 52; /* ENOSYS */ };
    }});
  }

  /* Parts of the program that a page lacks: files, processes, convolutional networks. */
  var elsewhere = new Proxy({}, {get: function (_, name) {
    return function () { throw new Error(name + " is not available on a page"); };
  }});

  function textAt(at) {
    var bytes = new Uint8Array(memory.buffer), end = bytes.indexOf(0, at);
    return new TextDecoder().decode(bytes.subarray(at, end));
  }

  function withBytes(bytes, call) {
    var at = exports.malloc(bytes.length + 1);
    var room = new Uint8Array(memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    var answer = textAt(call(at, bytes.length));
    exports.free(at);
    return JSON.parse(answer);
  }

  function ask(line) {
    return withBytes(new TextEncoder().encode(line), function (at) {
      return exports.page_engine_ask(engine, at);
    });
  }

  function weights(bytes) {
    return withBytes(bytes, function (at, length) {
      return exports.page_engine_weights(engine, at, length);
    });
  }

  function reply(id, answer) {
    postMessage({id: id, answer: answer});
  }

  function fail(error) {
    postMessage({failed: (complaints || String(error && error.message || error)).trim()});
  }

  /* In slices, so that a stop message can arrive in between. */
  var later = new MessageChannel(), next = null;
  later.port1.onmessage = function () {
    try { next(); } catch (error) { fail(error); }
  };

  function think(id, seed) {
    var piece = 64, begun = ask("think " + seed);
    if (begun.error) return reply(id, begun);
    stop = false;
    next = function () {
      var start = performance.now(), now = ask("more " + piece);
      var took = performance.now() - start;
      if (now.error || now.done || stop) return reply(id, now.error ? now : ask("found"));
      if (took < PIECE_MS / 2) piece *= 2;
      if (took > PIECE_MS * 2 && piece > 16) piece /= 2;
      postMessage({id: id, progress: now.simulations});
      later.port2.postMessage(0);
    };
    later.port2.postMessage(0);
  }

  async function start(bytes) {
    var made = await WebAssembly.instantiate(bytes, {
      wasi_snapshot_preview1: system(), env: elsewhere});
    exports = made.instance.exports;
    memory = exports.memory;
    if (exports._initialize) exports._initialize();
    engine = exports.page_engine_new();
    reply(0, {});
  }

  onmessage = function (event) {
    var said = event.data;
    if (said.stop) { stop = true; return; }
    if (said.start) { start(said.start).catch(fail); return; }
    try {
      if (said.ask !== undefined) reply(said.id, ask(said.ask));
      else if (said.weights) reply(said.id, weights(said.weights));
      else think(said.id, said.think);
    } catch (error) {
      fail(error);
    }
  };
})();
