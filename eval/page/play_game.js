/* The game of a play page: the engine, which runs in a worker, and what it showed after each
 * action, undone ones too.
 * Use: var game = new PlayGame(function (text) ... the engine has failed);
 *      await game.begin();  await game.open("hex", variant, weights);
 *      await game.take("@c2");  await game.go(0);  var found = await game.search(seed, progress);
 * game.standing: the answer to "show" (PROTOCOL.md), with players and sides from 0, and
 * "played" (actions), "movers" (players), "last" (actions of the last turn, then the cells they
 * named), "lost" and "fell" (cells that it changed otherwise: board_svg.js), and "resigned"
 * (1 or 2). */
"use strict";
var PlayGame = (function () {
  function bytesOf(id) {
    var text = atob(document.getElementById(id).textContent), bytes = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer().then(function (buffer) {
      return new Uint8Array(buffer);
    });
  }

  function Game(fail) {
    this.fail = fail;
    this.waiting = {};
    this.number = 0;
    this.start = "";
    this.line = [];
  }

  /* --- The engine ------------------------------------------------------------------- */

  Game.prototype.begin = async function () {
    var source = document.getElementById("worker-source").textContent, game = this;
    this.worker = new Worker(URL.createObjectURL(new Blob([source],
      {type: "text/javascript"})));
    this.worker.onmessage = function (event) {
      var said = event.data, wait = game.waiting[said.id];
      if (said.failed) return game.lose(said.failed);
      if (said.progress !== undefined) return wait.progress(said.progress);
      delete game.waiting[said.id];
      wait.done(said.answer);
    };
    this.worker.onerror = function (event) { game.lose(event.message); };
    return this.send({start: await bytesOf("engine")});
  };

  Game.prototype.lose = function (text) {
    var waiting = this.waiting;
    this.waiting = {};
    this.fail(text);
    Object.keys(waiting).forEach(function (id) { waiting[id].done({error: text}); });
  };

  Game.prototype.send = function (message, progress) {
    var game = this;
    return new Promise(function (done, wrong) {
      message.id = ++game.number;
      game.waiting[message.id] = {progress: progress, done: function (answer) {
        if (answer.error) wrong(new Error(answer.error));
        else done(answer);
      }};
      game.worker.postMessage(message);
    });
  };

  /* A request of PROTOCOL.md. */
  Game.prototype.ask = function (request, progress) {
    return this.send({ask: request}, progress);
  };

  Game.prototype.stop = function () { this.worker.postMessage({stop: true}); };

  /* The answer to "go", with "visits" of all actions, and these as "searched": [text, visits,
   * value, cell ...], the most visited first. */
  Game.prototype.search = async function (seed, progress) {
    var found = await this.ask({request: "go", seed: seed}, progress);
    var legal = this.standing.legal;
    found.visits = 0;
    found.searched = found.actions.map(function (one, i) {
      found.visits += one.visits;
      if (one.action === found.action) found.value = one.value;
      return [one.action, one.visits, one.value].concat(legal[i].slice(1));
    }).sort(function (a, b) { return b[1] - a[1]; });
    return found;
  };

  /* --- The line of the game --------------------------------------------------------- */

  /* weights: the id of an element; undefined: none. */
  Game.prototype.open = async function (name, variant, weights) {
    await this.ask({request: "game", game: name, variant: variant});
    if (weights) await this.send({weights: await bytesOf(weights)});
  };

  /* From a position text; "": from the usual start. */
  Game.prototype.restart = async function (start) {
    var request = {request: "position"};
    if (start) request.start = start;
    await this.ask(request);
    this.start = start;
    this.line = [complete(await this.ask({request: "show"}), [])];
    this.standing = this.line[0];
  };

  function position(game, played) {
    var request = {request: "position", played: played};
    if (game.start) request.start = game.start;
    return game.ask(request);
  }

  Game.prototype.here = function () { return this.standing.played.length; };

  Game.prototype.take = async function (action) {
    var line = this.line.slice(0, this.here() + 1);
    await position(this, this.standing.played.concat(action));
    line.push(complete(await this.ask({request: "show"}), line, action));
    this.line = line;
    this.standing = line[line.length - 1];
  };

  /* Goes to the position after so many actions, which also revokes a resignation. */
  Game.prototype.go = async function (count) {
    await position(this, this.line[count].played);
    this.standing = this.line[count];
  };

  Game.prototype.canRedo = function () {
    return this.here() + 1 < this.line.length && !this.standing.resigned;
  };

  /* result: how the game then has ended. */
  Game.prototype.resign = function (result) {
    this.standing = Object.assign({}, this.standing, {over: true, legal: [], result: result,
      resigned: this.standing.player + 1});
  };

  function complete(standing, line, action) {
    var before = line[line.length - 1], first = line.length, named = [];
    standing.player--;
    standing.side--;
    standing.played = before ? before.played.concat(action) : [];
    standing.movers = before ? before.movers.concat(before.player) : [];
    while (first > 0 && standing.movers[first - 1] === before.player) first--;
    line.slice(first).forEach(function (earlier, i) {
      earlier.legal.forEach(function (legal) {
        if (legal[0] === standing.played[first + i]) named = named.concat(legal.slice(1));
      });
    });
    standing.last = [line.length - first].concat(named);
    standing.lost = [];
    standing.fell = [];
    if (before) standing.cells.forEach(function (now, cell) {
      var was = line[first].cells[cell];
      var kind = String(was) === String(now) ? "" : BoardSvg.change(was[0], now[0],
        named.indexOf(cell) >= 0, line[first].side);
      if (kind) standing[kind].push(cell);
    });
    return standing;
  }

  return Game;
})();
