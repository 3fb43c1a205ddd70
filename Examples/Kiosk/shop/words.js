// SPDX-License-Identifier: MIT
// What the shop says, and what it sells.
"use strict";

const WORDS = {
  en: {
    language: "English", title: "Tickets", passenger: "Passenger", name: "Name", mail: "E-mail",
    card: "Discount card", none: "None", cancel: "Cancel", done: "Done", buy: "Buy",
    second: "Second class", first: "First class", empty: "Empty basket", keep: "Keep",
    count: (number) => number === 1 ? "1 ticket" : `${number} tickets`, trip: "from",
    hint: "Pay at the lower right",
  },
  de: {
    language: "Deutsch", title: "Fahrkarten", passenger: "Reisende", name: "Name",
    mail: "E-Mail", card: "Ermäßigungskarte", none: "Keine", cancel: "Abbrechen",
    done: "Fertig", buy: "Kaufen", second: "Zweite Klasse", first: "Erste Klasse",
    empty: "Korb leeren", keep: "Behalten", trip: "ab",
    count: (number) => number === 1 ? "1 Fahrkarte" : `${number} Fahrkarten`,
    hint: "Bezahlt wird rechts unten",
  },
  fr: {
    language: "Français", title: "Billets", passenger: "Voyageur", name: "Nom",
    mail: "Adresse électronique", card: "Carte de réduction", none: "Aucune",
    cancel: "Annuler", done: "Terminé", buy: "Acheter", second: "Deuxième classe",
    first: "Première classe", empty: "Vider le panier", keep: "Garder", trip: "dès",
    count: (number) => number < 2 ? `${number} billet` : `${number} billets`,
    hint: "Paiement en bas à droite",
  },
};

// Minutes, euros, and the colors of the country there.
const TICKETS = [
  { place: "Harbour Bay", minutes: 48, euros: 14.5, sky: "#cfe8ff", land: "#5aa9e6" },
  { place: "Pine Summit", minutes: 95, euros: 29, sky: "#dff3e4", land: "#4f9d69" },
  { place: "Old Town", minutes: 22, euros: 6.8, sky: "#fdeccf", land: "#e09f3e" },
  { place: "Lakeside", minutes: 67, euros: 19, sky: "#d9f2f2", land: "#3aa6a6" },
  { place: "Airport", minutes: 17, euros: 9.9, sky: "#e4e7f7", land: "#6c78c4" },
  { place: "Heather Moor", minutes: 112, euros: 34, sky: "#f3e1f2", land: "#a865a5" },
];
