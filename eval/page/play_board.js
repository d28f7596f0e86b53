/* The board of a play page: a drawing (board_svg.js), with a button for each cell on top.
 * Use: var board = new PlayBoard(svg, {choose: function (cell) ..., escape: ..., keys: {...}});
 *      board.open(variant.board, sides, "ground-0");
 *      board.show(standing, {targets: {cell: "from" or "to"}, selected: cell, wishes: [...]});
 * One cell at a time is in the tab order; arrow keys move to the next one on the board. */
"use strict";
var PlayBoard = (function () {
  var HALF = 20, REMOVED = BoardSvg.REMOVED, shape = BoardSvg.shape;

  function Board(svg, events) {
    this.svg = svg;
    this.events = events;
    this.ground = shape("use", {"aria-hidden": "true"});
    this.pieces = shape("g", {"aria-hidden": "true"});
    this.marks = shape("g", {"aria-hidden": "true", "class": "marks"});
    this.cells = shape("g", {});
    var board = this;
    [this.ground, this.pieces, this.marks, this.cells].forEach(function (layer) {
      svg.appendChild(layer);
    });
    svg.addEventListener("keydown", function (event) { board.key(event); });
  }

  /* places: the data of board_svg.h for scripts; ground: the id of the empty board. */
  Board.prototype.open = function (places, sides, ground) {
    var board = this;
    this.ground.setAttribute("href", "#" + ground);
    this.places = places;
    this.sides = sides;
    this.svg.setAttribute("viewBox", places.box.join(" "));
    this.cells.textContent = "";
    this.buttons = places.names.map(function (name, cell) {
      var button = shape("g", {role: "button", "data-cell": cell, tabindex: cell ? -1 : 0});
      button.appendChild(shape("circle", {"class": "hit", cx: places.x[cell],
        cy: places.y[cell], r: HALF - 1}));
      button.addEventListener("click", function () {
        board.stand(cell, false);
        board.events.choose(cell);
      });
      board.cells.appendChild(button);
      return button;
    });
    this.at = 0;
  };

  /* Puts a cell into the tab order, in place of the current one. */
  Board.prototype.stand = function (cell, focus) {
    this.buttons[this.at].setAttribute("tabindex", -1);
    this.at = cell;
    this.buttons[cell].setAttribute("tabindex", 0);
    if (focus) this.buttons[cell].focus();
  };

  /* The nearest cell in a direction, preferring those straight ahead. */
  Board.prototype.beside = function (dx, dy) {
    var places = this.places, at = this.at, best = -1, least = Infinity;
    places.x.forEach(function (x, cell) {
      var right = x - places.x[at], down = places.y[cell] - places.y[at];
      var ahead = right * dx + down * dy, aside = Math.abs(right * dy) + Math.abs(down * dx);
      var far = ahead + 2 * aside;
      if (ahead > 1 && aside <= 2 * ahead && far < least) {
        least = far;
        best = cell;
      }
    });
    return best;
  };

  Board.prototype.key = function (event) {
    var ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (ways[event.key]) {
      var cell = this.beside(ways[event.key][0], ways[event.key][1]);
      if (cell >= 0) this.stand(cell, true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.events.choose(this.at);
    } else if (this.events.keys[event.key]) {
      this.events.keys[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  };

  /* "c4, South 3, tile of North". */
  Board.prototype.say = function (cell, seen, target, selected, happened) {
    var owners = [""].concat(this.sides, ["neutral"]), words = this.places.names[cell];
    words += seen[0] ? ", " + owners[seen[0]] + (seen[2] ? " " + seen[2] : "") :
      seen[1] === REMOVED ? ", removed" : ", empty";
    if (seen[1] && seen[1] !== REMOVED) words += ", tile of " + owners[seen[1]];
    if (happened) words += ", " + happened;
    if (selected) words += ", selected";
    else if (target) words += target === "to" ? ", can be reached" : ", can be played";
    return words;
  };

  Board.prototype.ring = function (cell, kind, r, width) {
    var attributes = {"class": kind, cx: this.places.x[cell], cy: this.places.y[cell], r: r};
    if (width) attributes["stroke-width"] = width.toFixed(1);
    this.marks.appendChild(shape("circle", attributes));
  };

  Board.prototype.show = function (standing, marked) {
    var board = this;
    this.pieces.textContent = "";
    this.marks.textContent = "";
    standing.cells.forEach(function (seen, cell) {
      BoardSvg.cell(board.places, board.pieces, cell, seen);
    });
    standing.last.slice(1).forEach(function (cell) { board.ring(cell, "last", board.places.piece + 2); });
    var happened = {};
    standing.lost.forEach(function (cell) { happened[cell] = "emptied by the last move"; });
    standing.fell.forEach(function (cell) {
      board.ring(cell, "fell", board.places.piece + 2);
      happened[cell] = "changed by the last move";
    });
    (marked.wishes || []).forEach(function (wish) {
      board.ring(wish.cell, "wish", board.places.piece + 1, 1 + 5 * wish.share);
    });
    standing.cells.forEach(function (seen, cell) {
      var target = marked.targets[cell], chosen = marked.selected === cell;
      if (chosen) board.ring(cell, "chosen", board.places.piece + 2.5);
      else if (target) board.ring(cell, seen[0] ? "ring " + target : "dot " + target,
        seen[0] ? board.places.piece + 2 : 5);
      var button = board.buttons[cell];
      button.setAttribute("aria-label", board.say(cell, seen, target, chosen,
        happened[cell]));
      button.setAttribute("aria-disabled", target || chosen ? "false" : "true");
      button.setAttribute("class", target || chosen ? "open" : "");
    });
    /* On top of the target dots, so that both are visible. */
    standing.lost.forEach(function (cell) {
      var x = board.places.x[cell], y = board.places.y[cell];
      board.marks.appendChild(shape("path", {"class": "lost", d: "M" + (x - 10) + " " +
        (y - 10) + "l20 20m0 -20l-20 20"}));
    });
  };

  return Board;
})();
