/* Reads the text of a saved game (saved_game.h) for a page's data: all or nothing. Returns it
 * with the number of its variant on the page. */
"use strict";
function readSavedGame(text, data) {
  var saved = JSON.parse(text) || {};

  function isText(value) { return typeof value === "string"; }

  saved.number = saved.game !== data.game || !saved.variant ? -1 :
    data.variants.findIndex(function (one) {
      return Object.keys(saved.variant).every(function (key) {
        return one.variant[key] === saved.variant[key];
      });
    });
  if (saved.number < 0 || !Array.isArray(saved.played) || !saved.played.every(isText))
    throw new Error("That file is not a game of a variant on this page.");
  if (saved.rules_version !== data.rules_version)
    throw new Error("That game was played by another version of the rules.");
  if (!Array.isArray(saved.players) || saved.players.length !== 2 ||
      !saved.players.every(function (player) {
        return player === "human" || (player && isText(player.name));
      }))
    throw new Error("That file does not name two players.");
  if (saved.start !== undefined && !isText(saved.start))
    throw new Error("The start of that game is not a position.");
  return saved;
}
