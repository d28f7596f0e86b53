/* Steps through recorded games; tooltips with values; parts that unfold when a link
 * points into them. The data is the page's own (report_replay.h); the page is
 * complete without this. */
"use strict";
(function () {
  var data = JSON.parse(document.getElementById("replay-data").textContent);
  var viewers = [];
  var shape = BoardSvg.shape, EMPTY = 0, STEP_MS = 700;

  function element(tag, attributes, text) {
    var made = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (name) {
      made.setAttribute(name, attributes[name]);
    });
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function percent(share) {
    return (100 * share).toFixed(1) + " %";
  }

  /* --- The board -------------------------------------------------------------------- */

  /* The contents of every cell after a number of actions. */
  function cellsAfter(game, count) {
    var seen = {};
    function take(change) {
      seen[change[0]] = [change[1], change[2], change[3]];
    }
    game.start.forEach(take);
    for (var i = 0; i < count; i++) game.steps[i].d.forEach(take);
    return seen;
  }

  /* --- The value, action by action ---------------------------------------------- */

  var WIDTH = 360, HEIGHT = 90;

  function traceX(game, at) {
    return game.steps.length > 1 ? WIDTH * at / (game.steps.length - 1) : WIDTH / 2;
  }

  function drawTrace(viewer) {
    var game = viewer.game, points = [];
    viewer.trace.textContent = "";
    viewer.trace.appendChild(shape("line", {x1: 0, x2: WIDTH, y1: HEIGHT / 2,
      y2: HEIGHT / 2, stroke: "#009e73", "stroke-width": 1}));
    game.steps.forEach(function (step, at) {
      if (step.v !== null)
        points.push(traceX(game, at).toFixed(1) + "," + (HEIGHT * (1 - step.v)).toFixed(1));
    });
    viewer.trace.appendChild(shape("polyline", {points: points.join(" "), fill: "none",
      stroke: "#0072b2", "stroke-width": 2}));
    viewer.cursor = shape("line", {y1: 0, y2: HEIGHT, stroke: "#d55e00",
      "stroke-width": 2});
    viewer.trace.appendChild(viewer.cursor);
  }

  /* --- The current position --------------------------------------------------------- */

  function sayNow(viewer) {
    var game = viewer.game, at = viewer.at, step = game.steps[at], before = "";
    if (at > 0) {
      var last = game.steps[at - 1];
      before = data.sides[last.s] + " played " + last.t + ". ";
    }
    if (!step) return before + "The end: " + game.result + ".";
    var value = step.v === null ? "" :
      " Player 1 is expected to score " + percent(step.v) + ".";
    return before + data.sides[step.s] + " (player " + (step.p + 1) + ") to move, action " +
      (at + 1) + " of " + game.steps.length + "." + value;
  }

  function showSearch(viewer) {
    var step = viewer.game.steps[viewer.at];
    viewer.rows.textContent = "";
    viewer.table.hidden = !step || step.m.length === 0;
    if (viewer.table.hidden) return;
    step.m.forEach(function (move) {
      var row = element("tr", move[0] === step.t ? {"class": "chosen"} : {});
      var share = move[1] / step.n, bar = element("td");
      row.appendChild(element("th", {scope: "row"},
        move[0] + (move[0] === step.t ? " (played)" : "")));
      row.appendChild(element("td", {"class": "number"}, String(move[1])));
      row.appendChild(element("td", {"class": "number"}, percent(share)));
      bar.appendChild(element("span", {"class": "bar", "aria-hidden": "true",
        style: "width:" + (5 * share).toFixed(2) + "em"}));
      row.appendChild(bar);
      viewer.rows.appendChild(row);
    });
  }

  /* Changes by the last action on cells that it does not name: pieces removed, and pieces
   * moved or changed. */
  function markChanges(viewer, board, layer) {
    var step = viewer.game.steps[viewer.at - 1];
    var before = cellsAfter(viewer.game, viewer.at - 1);
    step.d.forEach(function (change) {
      var cell = change[0], x = board.x[cell], y = board.y[cell];
      var was = before[cell] ? before[cell][0] : EMPTY, named = step.c.indexOf(cell) >= 0;
      var kind = BoardSvg.change(was, change[1], named, step.s);
      if (kind === "lost")
        layer.appendChild(shape("path", {"class": "lost", d: "M" + (x - 7) + " " + (y - 7) +
          "l14 14m0 -14l-14 14"}));
      else if (kind === "fell")
        layer.appendChild(shape("circle", {"class": "fell", cx: x, cy: y,
          r: board.piece + 2.5}));
    });
  }

  function showBoard(viewer) {
    var board = data.boards[viewer.game.variant], step = viewer.game.steps[viewer.at];
    var seen = cellsAfter(viewer.game, viewer.at), layer = viewer.layer;
    layer.textContent = "";
    Object.keys(seen).forEach(function (cell) {
      BoardSvg.cell(board, layer, Number(cell), seen[cell]);
    });
    if (viewer.at > 0) {
      viewer.game.steps[viewer.at - 1].c.forEach(function (cell) {
        layer.appendChild(BoardSvg.outline(board, cell, board.corners ? 0.96 : 1.05,
          {"class": "mark"}));
      });
      markChanges(viewer, board, layer);
    }
    if (!step || !viewer.wishes.checked) return;
    step.m.forEach(function (move) {
      var cell = move[move.length - 1];
      if (move.length > 2)
        layer.appendChild(shape("circle", {"class": "wish", cx: board.x[cell],
          cy: board.y[cell], r: (board.piece + 1 + 2 * move[1] / step.n).toFixed(1),
          "stroke-width": (1 + 4 * move[1] / step.n).toFixed(1)}));
    });
  }

  function show(viewer, at) {
    var last = viewer.game.steps.length;
    viewer.at = Math.max(0, Math.min(last, at));
    showBoard(viewer);
    showSearch(viewer);
    viewer.now.textContent = sayNow(viewer);
    viewer.slider.value = viewer.at;
    viewer.slider.setAttribute("aria-valuetext", "after " + viewer.at + " of " + last +
      " actions");
    viewer.buttons.first.disabled = viewer.buttons.back.disabled = viewer.at === 0;
    viewer.buttons.next.disabled = viewer.buttons.last.disabled = viewer.at === last;
    var x = traceX(viewer.game, Math.min(viewer.at, last - 1)).toFixed(1);
    viewer.cursor.setAttribute("x1", x);
    viewer.cursor.setAttribute("x2", x);
    viewer.position.value = (viewer.game.steps[viewer.at] || viewer.game).x;
    if (viewer.here) viewer.here.href = playAddress(viewer);
    if (viewer.at === last) stop(viewer);
  }

  /* --- Autoplay, links and positions -------------------------------------------- */

  function stop(viewer) {
    if (viewer.timer) clearInterval(viewer.timer);
    viewer.timer = null;
    viewer.play.textContent = "Play";
    viewer.play.setAttribute("aria-pressed", "false");
  }

  function play(viewer) {
    if (viewer.timer) return stop(viewer);
    if (viewer.at === viewer.game.steps.length) show(viewer, 0);
    viewer.play.textContent = "Pause";
    viewer.play.setAttribute("aria-pressed", "true");
    viewer.timer = setInterval(function () { show(viewer, viewer.at + 1); }, STEP_MS);
  }

  /* Confirms on the button; without access to the clipboard the text can be copied by
   * hand. */
  function copy(viewer, text, button) {
    var label = button.textContent;
    function say(words) {
      button.textContent = words;
      setTimeout(function () { button.textContent = label; }, 1200);
    }
    function byHand() {
      viewer.position.value = text;
      viewer.position.select();
      say(document.execCommand("copy") ? "Copied" : "Copy it below");
    }
    if (!navigator.clipboard) return byHand();
    navigator.clipboard.writeText(text).then(function () { say("Copied"); }, byHand);
  }

  function link(viewer) {
    var hash = "#game-" + data.games.indexOf(viewer.game) + "-" + viewer.at;
    history.replaceState(null, "", hash);
    return location.href.split("#")[0] + hash;
  }

  function command(viewer) {
    return "fulcrum analyze " + data.game + " " + data.variants[viewer.game.variant] +
      " --position '" + (viewer.game.steps[viewer.at] || viewer.game).x + "'";
  }

  /* The play page at this position, with the reader in the seat of the player to move. */
  function playAddress(viewer) {
    var step = viewer.game.steps[viewer.at];
    return data.play + "#" + new URLSearchParams({
      variant: data.variants[viewer.game.variant], position: viewer.position.value,
      you: step ? step.p + 1 : 1
    }).toString();
  }

  function choose(viewer, number) {
    stop(viewer);
    viewer.game = data.games[number];
    viewer.slider.max = viewer.game.steps.length;
    viewer.board.setAttribute("aria-label", viewer.game.title);
    drawTrace(viewer);
    show(viewer, 0);
  }

  /* --- Replacing the pictures by a viewer ------------------------------------------- */

  function addControls(viewer, place) {
    var controls = element("div", {"class": "controls"});
    viewer.buttons = {};
    [["first", "|◀", "First position", -Infinity], ["back", "◀", "Back", -1],
      ["next", "▶", "Next", 1], ["last", "▶|", "Last position", Infinity]]
      .forEach(function (kind) {
        var button = element("button", {type: "button", "aria-label": kind[2],
          title: kind[2], "data-step": kind[0]}, kind[1]);
        button.addEventListener("click", function () {
          stop(viewer);
          show(viewer, viewer.at + kind[3]);
        });
        viewer.buttons[kind[0]] = button;
        controls.appendChild(button);
      });
    viewer.play = element("button", {type: "button", "aria-pressed": "false",
      "data-step": "play"}, "Play");
    viewer.play.addEventListener("click", function () { play(viewer); });
    controls.appendChild(viewer.play);
    [["Copy link", link, "link"], ["Copy position", function () {
      return viewer.position.value; }, "position"],
      ["Copy command", command, "command"]].forEach(function (kind) {
        var button = element("button", {type: "button", "data-copy": kind[2]}, kind[0]);
        button.addEventListener("click", function () {
          copy(viewer, kind[1](viewer), button);
        });
        controls.appendChild(button);
      });
    if (data.play) {
      viewer.here = element("a", {"class": "here", target: "_blank", rel: "noopener"},
        "Play from here");
      controls.appendChild(viewer.here);
    }
    viewer.position = element("input", {"class": "position", readonly: "",
      "aria-label": "This position as text"});
    var label = element("label");
    viewer.wishes = element("input", {type: "checkbox"});
    viewer.wishes.addEventListener("change", function () { show(viewer, viewer.at); });
    label.appendChild(viewer.wishes);
    label.appendChild(document.createTextNode(" show what the search considers"));
    viewer.slider = element("input", {type: "range", min: 0, max: 1, step: 1, value: 0,
      "aria-label": "Position in the game"});
    viewer.slider.addEventListener("input", function () {
      show(viewer, Number(viewer.slider.value));
    });
    place.appendChild(controls);
    place.appendChild(viewer.slider);
    place.appendChild(label);
    place.appendChild(viewer.position);
    var legend = element("p", {"class": "legend"});
    [["Thick outline", "cells of the last action"], ["cross", "captured, removed or fallen " +
      "off by it"], ["dashed ring", "moved or changed by it"], ["plain ring",
      "considered by the search, the thicker the more"]].forEach(function (entry) {
        legend.appendChild(element("b", {}, entry[0]));
        legend.appendChild(document.createTextNode(": " + entry[1] + ". "));
      });
    place.appendChild(legend);
  }

  function addBoard(viewer, variant, place) {
    var board = data.boards[variant];
    viewer.board = shape("svg", {"class": "board", role: "img", viewBox: board.box.join(" ")});
    viewer.board.appendChild(shape("use", {href: "#board-" + variant}));
    viewer.layer = shape("g", {});
    viewer.board.appendChild(viewer.layer);
    place.appendChild(viewer.board);
  }

  function addSearch(viewer, place) {
    var head = element("tr"), heading = element("thead"), table = element("table");
    ["Action", "Visits", "Share", ""].forEach(function (title, i) {
      head.appendChild(title ? element("th", {scope: "col",
        "class": i ? "number" : ""}, title) : element("td"));
    });
    heading.appendChild(head);
    viewer.rows = element("tbody");
    viewer.table = table;
    table.appendChild(element("caption", {}, "What the search tried most"));
    table.appendChild(heading);
    table.appendChild(viewer.rows);
    viewer.now = element("p", {"class": "now", "aria-live": "polite"});
    viewer.trace = shape("svg", {"class": "trace", viewBox: "0 0 " + WIDTH + " " + HEIGHT,
      role: "img", "aria-label": "What the search expected player 1 to score, action by " +
        "action: top 100 %, bottom 0 %"});
    viewer.trace.addEventListener("click", function (event) {
      var box = viewer.trace.getBoundingClientRect();
      var share = (event.clientX - box.left) / box.width;
      show(viewer, Math.round(share * (viewer.game.steps.length - 1)));
    });
    place.appendChild(viewer.now);
    place.appendChild(viewer.trace);
    place.appendChild(element("p", {"class": "note"},
      "Expected score of player 1: top 100 %, green line even."));
    place.appendChild(table);
  }

  function addKeys(viewer, place) {
    var steps = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity};
    place.addEventListener("keydown", function (event) {
      var typed = event.target.tagName;
      if (!(event.key in steps) || typed === "SELECT" || typed === "INPUT") return;
      event.preventDefault();
      stop(viewer);
      show(viewer, viewer.at + steps[event.key]);
    });
  }

  function addViewer(replays) {
    var numbers = [], variant = Number(replays.dataset.variant), viewer = {at: 0};
    replays.querySelectorAll("[data-game]").forEach(function (figure) {
      numbers.push(Number(figure.dataset.game));
    });
    if (numbers.length === 0) return;
    var place = element("div", {"class": "viewer", tabindex: "0", role: "group",
      "aria-label": "Game viewer: arrow keys step through the game"});
    var top = element("label", {"class": "full"}, "Game ");
    var left = element("div"), right = element("div"), select = element("select");
    numbers.forEach(function (number) {
      var game = data.games[number];
      select.appendChild(element("option", {value: number},
        game.title + ": " + game.result));
    });
    select.addEventListener("change", function () { choose(viewer, Number(select.value)); });
    top.appendChild(select);
    addBoard(viewer, variant, left);
    addControls(viewer, left);
    addSearch(viewer, right);
    [top, left, right].forEach(function (part) { place.appendChild(part); });
    addKeys(viewer, place);
    replays.querySelector(".boards").style.display = "none";
    replays.insertBefore(place, replays.firstChild);
    viewer.select = select;
    viewer.place = place;
    viewer.numbers = numbers;
    viewers.push(viewer);
    choose(viewer, numbers[0]);
  }

  /* --- The page -------------------------------------------------------------------- */

  /* "#game-3-12": game 3 after 12 actions. Any other target is unfolded. */
  function follow() {
    var game = /^#game-(\d+)-(\d+)$/.exec(location.hash), target;
    if (!game) {
      target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
      if (target && target.tagName === "DETAILS") target.open = true;
      return;
    }
    viewers.forEach(function (viewer) {
      if (viewer.numbers.indexOf(Number(game[1])) < 0) return;
      viewer.place.closest("details").open = true;
      viewer.select.value = game[1];
      choose(viewer, Number(game[1]));
      show(viewer, Number(game[2]));
      viewer.place.scrollIntoView();
    });
  }

  /* Titles become tooltips, without delay and for the keyboard as well. */
  function addTips() {
    var tip = element("div", {id: "tip", role: "status"});
    tip.hidden = true;
    document.body.appendChild(tip);
    function showTip(event) {
      var place = event.target.closest && event.target.closest(".tip");
      tip.hidden = !place;
      if (!place) return;
      var box = place.getBoundingClientRect();
      tip.textContent = place.getAttribute("aria-label");
      tip.style.left = Math.max(4, Math.min(box.left + box.width / 2,
        document.documentElement.clientWidth - tip.offsetWidth - 4)) + "px";
      tip.style.top = Math.max(4, box.top - tip.offsetHeight - 6) + "px";
    }
    document.querySelectorAll(".tip").forEach(function (place) {
      var title = place.querySelector("title");
      place.setAttribute("aria-label", title.textContent);
      place.setAttribute("role", "img");
      title.remove();
    });
    ["pointerover", "focusin"].forEach(function (kind) {
      document.addEventListener(kind, showTip);
    });
    window.addEventListener("scroll", function () { tip.hidden = true; });
  }

  function addPicture(chart) {
    var button = element("button", {type: "button", "class": "picture"}, "Save picture");
    button.addEventListener("click", function () { BoardSvg.save(chart, "chart.png"); });
    chart.nextElementSibling.append(" ", button);
  }

  document.querySelectorAll(".replays").forEach(addViewer);
  document.querySelectorAll(".bars").forEach(addPicture);
  addTips();
  window.addEventListener("hashchange", follow);
  follow();
})();
