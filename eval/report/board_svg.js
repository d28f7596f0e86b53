/* Draws positions as board_svg.c draws them, from the data of board_svg_json.
 * Use: BoardSvg.cell(board, layer, number, [piece, ground, number]);
 *      BoardSvg.change(was, is, named, side)     of a cell that changed: "lost", "fell" or ""
 *      BoardSvg.picture(svg).then(function (blob) ...)   a PNG; BoardSvg.save(svg, "chart.png") */
"use strict";
var BoardSvg = (function () {
  var SVG = "http://www.w3.org/2000/svg", EMPTY = 0, REMOVED = 4;

  function shape(tag, attributes, text) {
    var made = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach(function (name) {
      made.setAttribute(name, attributes[name]);
    });
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /* A cell's outline. */
  function outline(board, cell, scale, attributes) {
    var r = board.radius * scale, x = board.x[cell], y = board.y[cell], points = [];
    if (board.corners === 0)
      return shape("circle", Object.assign({cx: x, cy: y, r: r}, attributes));
    for (var i = 0; i < board.corners; i++) {
      var angle = (board.turned + 360 * i / board.corners) * Math.PI / 180;
      points.push((x + r * Math.cos(angle)).toFixed(1) + "," +
        (y - r * Math.sin(angle)).toFixed(1));
    }
    return shape("polygon", Object.assign({points: points.join(" ")}, attributes));
  }

  function cell(board, layer, number, seen) {
    var x = board.x[number], y = board.y[number], piece = seen[0], ground = seen[1];
    if (ground === REMOVED) {
      layer.appendChild(outline(board, number, board.corners ? 0.9 : 0.65,
        {"class": "removed"}));
      layer.appendChild(shape("text", {"class": "cross", x: x, y: y}, "×"));
    } else if (ground !== EMPTY) {
      layer.appendChild(outline(board, number, 0.96,
        {"class": "ground", fill: board.colours[ground - 1]}));
    }
    if (piece === EMPTY) return;
    layer.appendChild(shape("circle", {"class": "piece", cx: x, cy: y, r: board.piece,
      fill: board.colours[piece - 1]}));
    if (seen[2] > 0)
      layer.appendChild(shape("text", {"class": "number-on", x: x, y: y,
        fill: board.inks[piece - 1]}, String(seen[2])));
  }

  /* A piece that is gone without having moved away; one that came or changed although the
   * action does not name its cell. */
  function change(was, is, named, side) {
    if (was !== EMPTY && is === EMPTY) return named && was === side + 1 ? "" : "lost";
    return !named && is !== EMPTY ? "fell" : "";
  }

  var LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity",
    "stroke-dasharray", "stroke-linecap", "opacity", "display", "visibility", "color",
    "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

  /* Gives a copy the looks that the page's style gives an element and all in it. */
  function dress(element, copy) {
    var seen = getComputedStyle(element);
    LOOKS.forEach(function (look) {
      copy.style.setProperty(look, seen.getPropertyValue(look));
    });
    for (var i = 0; i < element.children.length; i++)
      dress(element.children[i], copy.children[i]);
    return copy;
  }

  /* A drawing as the page shows it, with what its <use> elements refer to. */
  function picture(svg) {
    var box = svg.viewBox.baseVal, copy = dress(svg, svg.cloneNode(true));
    var parts = copy.insertBefore(shape("defs", {}), copy.firstChild), image = new Image();
    svg.querySelectorAll("use").forEach(function (use) {
      var part = document.querySelector(use.getAttribute("href"));
      parts.appendChild(dress(part, part.cloneNode(true)));
    });
    copy.setAttribute("width", 2 * box.width);
    copy.setAttribute("height", 2 * box.height);
    image.src = "data:image/svg+xml," +
      encodeURIComponent(new XMLSerializer().serializeToString(copy));
    return image.decode().then(function () {
      var canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
      canvas.width = 2 * box.width;
      canvas.height = 2 * box.height;
      pen.fillStyle = getComputedStyle(document.body).backgroundColor;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0);
      return new Promise(function (done) { canvas.toBlob(done, "image/png"); });
    });
  }

  function save(svg, name) {
    return picture(svg).then(function (blob) {
      var link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
    });
  }

  return {picture: picture, save: save, shape: shape, outline: outline, cell: cell, change: change, REMOVED: REMOVED};
})();
