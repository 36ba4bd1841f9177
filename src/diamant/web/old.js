/* Show one sentence in a browser that cannot run the game. Every browser since Netscape can read this file. */
(function () {
  var SAID = {
    de: 'Dieser Browser ist zu alt für Diamant: Bitte aktualisiere ihn oder nimm einen anderen.',
    en: 'This browser is too old for Diamant: please update it, or use another one.',
    es: 'Este navegador es demasiado antiguo para Diamant: actualízalo o usa otro.',
    fr: 'Ce navigateur est trop ancien pour Diamant : mets-le à jour ou utilises-en un autre.',
    it: 'Questo browser è troppo vecchio per Diamant: aggiornalo o usane un altro.',
    nl: 'Deze browser is te oud voor Diamant: werk hem bij of gebruik een andere.',
    sr: 'Овај прегледач је престар за Diamant: ажурирај га или користи други.',
    'sr-Latn': 'Ovaj pregledač je prestar za Diamant: ažuriraj ga ili koristi drugi.'
  };
  var app = document.getElementById('app');
  // The newest features that the scripts need, including syntax. docs/browser.md lists the browsers.
  var able =
    'noModule' in document.createElement('script') &&
    typeof WeakRef === 'function' &&
    typeof ''.replaceAll === 'function' &&
    typeof Promise.allSettled === 'function' &&
    typeof WebSocket === 'function';
  var next = document.currentScript && document.currentScript.getAttribute('data-next');
  if (able && next) {
    // Preload the script's imports while the style sheet is here and the script is on its way, before the line is idle.
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = next;
    document.head.appendChild(link);
  }
  if (able || !app) return;
  var asked = String(navigator.language || 'en');
  app.id = 'old'; // The game needs an element `app` and so does not start.
  app.innerText = /^sr-latn/i.test(asked) ? SAID['sr-Latn'] : SAID[asked.slice(0, 2)] || SAID.en;
})();
