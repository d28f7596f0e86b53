/* Runs the engine (page_engine.c) as WebAssembly in a worker of the page. Messages in: {id,
 * start: bytes}, {id, ask: a request of PROTOCOL.md}, {id, weights: bytes}, {stop: true}. Out: {id,
 * answer}, {id, progress: simulations}, or {failed: text} when the engine has failed. */
"use strict";
(function () {
  var protocol, exports, memory, stop = false, PIECE_MS = 40;
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

  function textAt(at) {
    var bytes = new Uint8Array(memory.buffer), end = bytes.indexOf(0, at);
    return new TextDecoder().decode(bytes.subarray(at, end));
  }

  /* Calls with bytes, followed by a 0; the answer is JSON, or null. */
  function withBytes(bytes, call) {
    var at = exports.malloc(bytes.length + 1);
    var room = new Uint8Array(memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    var answer = taken(call(at, bytes.length));
    exports.free(at);
    return answer;
  }

  function taken(at) {
    var answer = at ? JSON.parse(textAt(at)) : null;
    exports.free(at);
    return answer;
  }

  function ask(id, request) {
    stop = false;
    var answer = withBytes(new TextEncoder().encode(JSON.stringify(request)), function (at) {
      return exports.session_protocol_answer(protocol, at);
    });
    if (answer) reply(id, answer);
    else search(id);
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

  function search(id) {
    next = function () {
      var start = performance.now(), answer = null;
      while (!answer && performance.now() - start < PIECE_MS)
        answer = taken(exports.session_protocol_continue(protocol, stop));
      if (answer) return reply(id, answer);
      postMessage({id: id, progress: exports.session_protocol_simulations(protocol)});
      later.port2.postMessage(0);
    };
    later.port2.postMessage(0);
  }

  /* Marks instructions of relaxed SIMD, which not all browsers have; where they are missing,
   * v128.bitselect and nop take their place, the engine finds that these add no products, and
   * uses others (integer_kernels_wasm.c). */
  var MARK = [0x41, 0xf3, 0xe8, 0xbd, 0xa3, 0x06, 0x1a], INSTEAD = [0xfd, 0x52, 0x01];

  function withoutRelaxed(bytes) {
    for (var at = 0; (at = bytes.indexOf(MARK[0], at)) >= 0; at++)
      if (MARK.every(function (byte, i) { return bytes[at + i] === byte; }))
        bytes.set(INSTEAD, at + MARK.length);
    return bytes;
  }

  async function start(id, bytes) {
    if (!WebAssembly.validate(bytes)) bytes = withoutRelaxed(bytes);
    var made = await WebAssembly.instantiate(bytes, {wasi_snapshot_preview1: system()});
    exports = made.instance.exports;
    memory = exports.memory;
    if (exports._initialize) exports._initialize();
    protocol = exports.session_protocol_new(0);
    reply(id, {});
  }

  onmessage = function (event) {
    var said = event.data;
    if (said.stop) { stop = true; return; }
    if (said.start) { start(said.id, said.start).catch(fail); return; }
    try {
      if (said.ask) ask(said.id, said.ask);
      else reply(said.id, withBytes(said.weights, function (at, length) {
        return exports.page_engine_weights(protocol, at, length);
      }));
    } catch (error) {
      fail(error);
    }
  };
})();
