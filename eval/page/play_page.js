/* A game on a page: two seats, the board, and the engine, which runs in a worker. */
"use strict";
(function () {
  var data = JSON.parse(document.getElementById("page-data").textContent);
  var HINT_LEVEL = 3, LEAST_MS = 250, WATCH_MS = 600, SHOWN = 8, MOST_SEED = 0x7fffffff;
  var HUMAN = "human";

  function find(id) { return document.getElementById(id); }

  function element(tag, attributes, text) {
    var made = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (name) {
      made.setAttribute(name, attributes[name]);
    });
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function percent(share) { return Math.round(100 * share) + " %"; }

  function thousands(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  }

  function visits(found) {
    return thousands(found.visits) + (found.visits === 1 ? " visit" : " visits");
  }

  var game = new PlayGame(function (text) {
    say("The page has failed: " + text);
    find("table").setAttribute("aria-busy", "true");
  });

  /* --- The table: the current game -------------------------------------------------- */

  var table = {
    variant: 0, seed: 0, standing: null, start: "", /* the game's */
    seats: [0, 0],      /* levels; -1: a person */
    selected: -1, choices: null, found: null, thinking: null, paused: false, note: "",
    turn: 0,            /* rises with each user action: earlier awaited results are void */
    delay: -1           /* ms between actions of searches; -1: automatic */
  };
  var board;

  function variant() { return data.variants[table.variant]; }
  function side(player) {
    var exchanged = table.standing.side !== table.standing.player;
    return data.sides[exchanged ? 1 - player : player];
  }
  function isPerson(player) { return table.seats[player] < 0; }
  function watched() { return !isPerson(0) && !isPerson(1); }
  function say(text) { find("status").textContent = text; }

  function levelsOfVariant() {
    return data.levels.filter(function (level) {
      return level.variant === undefined || level.variant === table.variant;
    });
  }

  /* A person's seat also has a search, for hints. */
  async function seatAll() {
    for (var player = 0; player < 2; player++) {
      var level = table.seats[player];
      if (level < 0) level = table.seats[1 - player] < 0 ? HINT_LEVEL : table.seats[1 - player];
      await game.ask({request: "agent", player: player + 1,
        agent: data.levels[level].player});
    }
  }

  /* Stops a running search; its result is not played. */
  async function interrupt() {
    table.turn++;
    table.found = null;
    if (!table.thinking) return;
    game.stop();
    await table.thinking.catch(function () {});
  }

  function think() {
    var level = levelOf(table.standing.player), bar = find("thinking");
    bar.hidden = false;
    bar.max = level.simulations;
    bar.value = 0;
    show();
    table.thinking = game.search(table.seed, function (simulations) {
      bar.value = simulations;
    }).finally(function () {
      bar.hidden = true;
      table.thinking = null;
    });
    show();
    return table.thinking;
  }

  function levelOf(player) {
    var level = table.seats[player];
    if (level < 0) level = table.seats[1 - player];
    return data.levels[level < 0 ? HINT_LEVEL : level];
  }

  function wait(ms) { return new Promise(function (done) { setTimeout(done, ms); }); }

  /* Lets searches play until a person is to move. */
  async function goOn() {
    var turn = table.turn;
    while (!table.standing.over && !isPerson(table.standing.player) && !table.paused) {
      var begun = performance.now(), found = await think();
      if (turn !== table.turn) return;
      var least = table.delay >= 0 ? table.delay : watched() ? WATCH_MS : LEAST_MS;
      await wait(Math.max(0, least - (performance.now() - begun)));
      if (turn !== table.turn) return;
      var who = side(table.standing.player);
      await take(found.action);
      table.note = did(who, found.action) + " (" + valueWords(found.value,
        found.proof) + " for " + who + ", " + visits(found) + ").";
      show();
    }
    show();
  }

  function did(who, action) {
    var words = {".": "ended the turn", "pass": "passed", "swap": "swapped sides"};
    return who + " " + (words[action] || "played " + action);
  }

  function valueWords(value, proof) {
    return proof === "none" ? percent(value) : "proven " + proof;
  }

  /* After the game has gone somewhere. */
  async function arrive(way) {
    await way;
    table.standing = game.standing;
    table.start = game.start;
    table.selected = onlyCell();
    table.choices = null;
    table.found = null;
    table.note = "";
  }

  function take(action) { return arrive(game.take(action)); }

  function giveUp() {
    var loser = table.standing.player;
    return arrive(game.resign(side(1 - loser) + " (player " + (2 - loser) + ") has won: " +
      side(loser) + " has resigned"));
  }

  /* --- User actions ----------------------------------------------------------------- */

  async function play(action) {
    await interrupt();
    var who = side(table.standing.player);
    await take(action);
    table.note = did(who, action) + ".";
    show();
    await goOn();
  }

  async function begin() {
    await interrupt();
    table.paused = false;
    table.seed = Math.floor(Math.random() * MOST_SEED);
    await arrive(game.restart(""));
    show();
  }

  async function openVariant(number) {
    await interrupt();
    table.variant = number;
    var opened = variant();
    await game.open(data.game, opened.variant, opened.weights);
    board.open(opened.board, data.sides, "ground-" + number);
    offerLevels();
    await seatAll();
    await begin();
  }

  async function newGame() {
    await seatAll();
    await begin();
    await goOn();
  }

  /* Back to a person's last choice, or by one action if no person plays. */
  async function undo() {
    await interrupt();
    var movers = table.standing.movers, to = movers.length - 1;
    if (table.standing.resigned) to++;
    else while (to >= 0 && !watched() && !isPerson(movers[to])) to--;
    if (to < 0) return show();
    table.paused = watched();
    await arrive(game.go(to));
    table.note = "Undone.";
    show();
  }

  async function redo() {
    await interrupt();
    if (!game.canRedo()) return;
    do await arrive(game.go(game.here() + 1));
    while (game.canRedo() && !watched() && !table.standing.over &&
           !isPerson(table.standing.player));
    show();
    await goOn();
  }

  async function hint() {
    await interrupt();
    if (table.standing.over) return;
    var turn = table.turn, found = await think();
    if (turn !== table.turn) return;
    table.found = found;
    table.note = "Hint: " + found.line[0] + " (" + valueWords(found.value, found.proof) +
      " for " + side(table.standing.player) + ", " + visits(found) + ").";
    show();
  }

  async function resign() {
    if (!window.confirm("Resign this game?")) return;
    await interrupt();
    await giveUp();
    show();
  }

  async function setSeats() {
    await interrupt();
    for (var player = 0; player < 2; player++)
      table.seats[player] = Number(find("player" + (player + 1)).value);
    table.paused = false;
    await seatAll();
    show();
    await goOn();
  }

  async function pause() {
    var stopped = !table.paused;
    await interrupt();
    table.paused = stopped;
    show();
    await goOn();
  }

  /* --- Choosing an action on the board ---------------------------------------------- */

  function begins(action, cells) {
    return cells.every(function (cell, i) { return action[i + 1] === cell; });
  }

  function canPlay() {
    return !table.standing.over && !table.thinking &&
      (isPerson(table.standing.player) || table.paused);
  }

  /* The cells that an action can begin with, or end on once the first is chosen. */
  function targets() {
    var found = {};
    if (!canPlay()) return found;
    table.standing.legal.forEach(function (action) {
      if (action.length > 1) found[action[1]] = found[action[1]] || "from";
      if (action.length > 2 && action[1] === table.selected) found[action[2]] = "to";
    });
    return found;
  }

  function guarded(work) {
    return function () {
      Promise.resolve(work.apply(null, arguments)).catch(function (error) {
        say(error.message);
      });
    };
  }

  var choose = guarded(function (cell) {
    var chosen = table.selected, legal = table.standing.legal;
    if (!canPlay()) return;
    var ways = chosen < 0 || chosen === cell ? [] : legal.filter(function (action) {
      return action.length > 2 && begins(action, [chosen, cell]);
    });
    table.choices = null;
    if (ways.length === 1) return play(ways[0][0]);
    if (ways.length > 1) {
      table.choices = ways;
      return show();
    }
    ways = legal.filter(function (action) {
      return action.length > 1 && begins(action, [cell]);
    });
    if (ways.length === 1 && ways[0].length === 2) return play(ways[0][0]);
    table.selected = chosen === cell || ways.length === 0 ? -1 : cell;
    if (table.selected >= 0) table.choices = ways.filter(function (action) {
      return action.length === 2;
    });
    show();
  });

  /* The cell on which all legal actions begin, as in a turn that continues; it is selected
   * automatically. */
  function onlyCell() {
    var first = table.standing.legal.filter(function (action) { return action.length > 1; });
    return first.length > 0 && first.every(function (action) {
      return action.length > 2 && action[1] === first[0][1];
    }) ? first[0][1] : -1;
  }

  function typed(event) {
    event.preventDefault();
    var text = find("typed").value.trim(), known = table.standing.legal.some(function (action) {
      return action[0] === text;
    });
    if (!canPlay()) return;
    if (!known) {
      say(text ? "There is no move \u201c" + text + "\u201d here." : "Type a move.");
      return;
    }
    find("typed").value = "";
    guarded(play)(text);
  }

  /* --- Display ---------------------------------------------------------------------- */

  function standingWords() {
    var standing = table.standing, words = table.note ? table.note + " " : "";
    if (standing.over)
      return words + "The game is over. " + standing.result.charAt(0).toUpperCase() +
        standing.result.slice(1) + ".";
    var who = side(standing.player) + " (player " + (standing.player + 1) + ")";
    if (table.thinking)
      return words + who + (isPerson(standing.player) ? ": looking for a hint \u2026" :
        " is thinking \u2026");
    if (!canPlay()) return words + who + " to move.";
    if (table.choices && table.choices.length > 0) return words + "Choose one.";
    if (table.selected >= 0)
      return words + variant().board.names[table.selected] + " selected: where to?";
    return words + who + " to move" + (standing.last[0] && standing.movers.length &&
      standing.movers[standing.movers.length - 1] === standing.player ?
      ": the turn continues." : ".");
  }

  function showChoices() {
    var place = find("choices"), standing = table.standing;
    place.textContent = "";
    if (!canPlay()) return;
    (table.choices || []).concat(standing.legal.filter(function (action) {
      return action.length === 1;
    })).forEach(function (action) {
      var names = {".": ". (end the turn)", "pass": "pass", "swap": "swap sides"};
      var button = element("button", {type: "button", "class": "choice"},
        names[action[0]] || action[0]);
      button.addEventListener("click", guarded(function () { return play(action[0]); }));
      place.appendChild(button);
    });
  }

  function showMoves() {
    var list = find("moves");
    list.textContent = "";
    table.standing.legal.forEach(function (action) {
      list.appendChild(element("option", {value: action[0]}));
    });
    find("count").textContent = table.standing.legal.length === 1 ? "1 move" :
      table.standing.legal.length + " moves";
    find("typed-form").hidden = table.standing.over;
  }

  function showHint() {
    var place = find("hint"), found = table.found, rows = find("hint-rows");
    place.hidden = !found;
    rows.textContent = "";
    if (!found) return [];
    find("hint-line").textContent = "Expected: " + found.line.join("  ");
    return found.searched.slice(0, SHOWN).map(function (searched) {
      var row = element("tr"), button = element("button", {type: "button",
        "class": "plain"}, searched[0]), head = element("th", {scope: "row"});
      button.addEventListener("click", guarded(function () { return play(searched[0]); }));
      head.appendChild(button);
      row.appendChild(head);
      row.appendChild(element("td", {"class": "number"}, thousands(searched[1])));
      row.appendChild(element("td", {"class": "number"}, percent(searched[1] / found.visits)));
      row.appendChild(element("td", {"class": "number"}, percent(searched[2])));
      rows.appendChild(row);
      return {cell: searched[searched.length - 1], share: searched[1] / found.visits,
        known: searched.length > 3 && searched[1] > 0};
    }).filter(function (wish) { return wish.known; });
  }

  function show() {
    var standing = table.standing;
    board.show(standing, {targets: targets(), selected: table.selected, wishes: showHint()});
    var words = standingWords();
    if (find("status").textContent !== words) say(words);
    showChoices();
    showMoves();
    var turns = find("turns");
    turns.textContent = standing.turns.replace(/^ {2}/gm, "") ||
      "No moves yet.\n";
    turns.scrollTop = turns.scrollHeight;
    find("position").textContent = standing.position;
    find("undo").disabled = game.here() === 0 && !standing.resigned;
    find("redo").disabled = !game.canRedo();
    find("hint-button").disabled = !canPlay();
    find("resign").disabled = !canPlay();
    find("resign").hidden = watched();
    find("pause").hidden = !watched();
    find("pause").textContent = table.paused ? "Resume" : "Pause";
    [0, 1].forEach(function (player) {
      find("side" + (player + 1)).textContent = side(player) + " (player " + (player + 1) + ")";
      find("swatch" + (player + 1)).style.background =
        variant().board.colours[data.sides.indexOf(side(player))];
    });
  }

  function offerLevels() {
    [0, 1].forEach(function (player) {
      var select = find("player" + (player + 1)), offered = levelsOfVariant();
      select.textContent = "";
      select.appendChild(element("option", {value: -1}, "You"));
      offered.forEach(function (level) {
        select.appendChild(element("option", {value: data.levels.indexOf(level)},
          level.name));
      });
      if (table.seats[player] >= 0 && offered.indexOf(data.levels[table.seats[player]]) < 0)
        table.seats[player] = data.level;
      select.value = table.seats[player];
    });
  }

  /* --- Files ------------------------------------------------------------------------ */

  /* As `fulcrum play` saves a game (saved_game.h). */
  function savedGame() {
    var standing = table.standing, saved = {
      game: data.game, variant: variant().variant, rules_version: data.rules_version,
      players: table.seats.map(function (level) {
        return level < 0 ? HUMAN : data.levels[level].player;
      }),
      seed: table.seed
    };
    if (table.start) saved.start = table.start;
    saved.played = standing.played;
    if (standing.resigned) saved.resigned = standing.resigned;
    saved.position = standing.position;
    saved.result = standing.result;
    return JSON.stringify(saved, null, 2) + "\n";
  }

  function save() {
    var link = element("a", {download: data.game + ".json",
      href: URL.createObjectURL(new Blob([savedGame()], {type: "application/json"}))});
    link.click();
  }

  function seatOf(player) {
    if (player === HUMAN) return -1;
    var same = data.levels.findIndex(function (level) {
      return (level.variant === undefined || level.variant === table.variant) &&
        player && level.player.name === player.name;
    });
    return same < 0 ? data.level : same;
  }

  async function replay(saved) {
    find("variant").value = saved.number;
    await openVariant(saved.number);
    table.seats = saved.players.map(seatOf);
    offerLevels();
    await seatAll();
    await arrive(game.restart(saved.start || ""));
    table.seed = Number.isInteger(saved.seed) && saved.seed >= 0 ? saved.seed : 0;
    for (var i = 0; i < saved.played.length; i++) await take(saved.played[i]);
    if (saved.resigned && !table.standing.over) await giveUp();
  }

  /* A game that cannot be replayed leaves the one before it on the table. */
  async function openGame(text) {
    var saved = readSavedGame(text, data), before = readSavedGame(savedGame(), data);
    await interrupt();
    try {
      await replay(saved);
    } catch (error) {
      await replay(before);
      table.paused = watched();
      show();
      throw error;
    }
    table.paused = watched();
    table.note = "Opened: " + saved.played.length + " actions.";
    show();
    await goOn();
  }

  function openFile() {
    var input = find("file"), file = input.files[0];
    if (file) file.text().then(openGame).catch(function (error) {
      say(error instanceof SyntaxError ? "That file is not a saved game." : error.message);
    });
    input.value = "";
  }

  /* --- Start ------------------------------------------------------------------------ */

  function plain(name) { return name.replace(/,/g, "").trim().toLowerCase(); }

  /* The variant of a number, a label or a text, "size=4 ..."; -1: there is none. */
  function variantOf(wanted) {
    if (wanted in data.variants) return Number(wanted);
    return data.variants.findIndex(function (one) {
      return plain(one.text) === plain(wanted) || plain(one.name) === plain(wanted);
    });
  }

  /* The level of "400 simulations" or "400"; -1: a person; undefined: there is none. */
  function levelNamed(wanted) {
    var name = plain(wanted), level = data.levels.findIndex(function (one) {
      return plain(one.name) === name || plain(one.name) === name + " simulations";
    });
    return level >= 0 ? level : name === "you" || name === HUMAN ? -1 : undefined;
  }

  /* page.html#variant=1&position=...&player1=400 simulations&seed=7&delay=0; you=2: a person
   * is player 2. What is unknown stays as it is, and is said. */
  async function readAddress() {
    var asked = new URLSearchParams(location.hash.slice(1)), unknown = "";
    var number = variantOf(asked.get("variant") || "0");
    function complain(key) {
      unknown += "The address has no valid " + key + ": \u201c" + asked.get(key) + "\u201d. ";
    }
    if (number < 0) complain("variant");
    number = Math.max(0, number);
    find("variant").value = number;
    table.seats = asked.get("you") === "2" ? [data.level, -1] : [-1, data.level];
    ["player1", "player2"].forEach(function (key, player) {
      var level = asked.get(key) ? levelNamed(asked.get(key)) : table.seats[player];
      if (level === undefined) complain(key);
      else table.seats[player] = level;
    });
    await openVariant(number);
    if (asked.get("position")) await arrive(game.restart(asked.get("position")))
      .catch(function (error) {
        complain("position");
        unknown += error.message.replace(/^"start": /, "") + ". ";
        return arrive(game.restart(""));
      });
    if (asked.get("seed")) table.seed = Number(asked.get("seed"));
    if (asked.get("delay")) table.delay = Number(asked.get("delay"));
    table.note = unknown.trim();
    show();
    find("table").setAttribute("aria-busy", "false");
    await goOn();
  }

  function connect() {
    var clicks = {"new": newGame, undo: undo, redo: redo, "hint-button": hint, resign: resign,
      save: save, pause: pause, open: function () { find("file").click(); },
      picture: function () { return BoardSvg.save(find("board-place"), data.game + ".png"); }};
    Object.keys(clicks).forEach(function (id) {
      find(id).addEventListener("click", guarded(clicks[id]));
    });
    find("player1").addEventListener("change", guarded(setSeats));
    find("player2").addEventListener("change", guarded(setSeats));
    find("variant").addEventListener("change", guarded(async function () {
      await openVariant(Number(find("variant").value));
      await goOn();
    }));
    find("file").addEventListener("change", openFile);
    find("typed-form").addEventListener("submit", typed);
    board = new PlayBoard(find("board-place"), {choose: choose, keys: {
      Escape: function () { table.selected = onlyCell(); table.choices = null; show(); },
      h: guarded(hint), u: guarded(undo), r: guarded(redo)
    }});
  }

  connect();
  window.addEventListener("hashchange", guarded(readAddress));
  game.begin().then(readAddress).catch(function (error) { game.lose(error.message); });

  /* For tests, and for the browser's console. */
  window.fulcrum = {table: table, game: game, savedGame: savedGame, openGame: openGame};
})();
