// @ts-check
/** Screens that come when they are asked for, so that the first one is there soon. */
import { html, useEffect, useState } from '../html.js';
import { HOME } from '../net/api.js';
import { t } from '../words/i18n.js';
import { Problem, Waiting } from './problem.js';

/** @typedef {{load: () => Promise<any>, styles?: string[]}} LazyPart */

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Load a style sheet once. A page without it is ugly but works, so that a failure is no end.
 * @param {string} path
 */
function loadStyles(path) {
  let loading = styles.get(path);
  if (!loading) {
    loading = new Promise((done) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = new URL(path, HOME).href;
      link.onload = () => done();
      link.onerror = () => {
        styles.delete(path);
        done();
      };
      document.head.append(link);
    });
    styles.set(path, loading);
  }
  return loading;
}

/**
 * @param {LazyPart} part
 * @returns {Promise<any>} what draws it
 */
export async function loadPart({ load, styles: paths = [] }) {
  const [found] = await Promise.all([load(), ...paths.map(loadStyles)]);
  return found;
}

/**
 * Draw a part with all other properties, once it is here.
 * @param {{part: LazyPart} & Record<string, any>} props
 */
export function Lazy({ part, ...props }) {
  const [found, setFound] = useState(/** @type {{draw: any} | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    loadPart(part).then(
      (draw) => here && setFound({ draw }),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [part]);
  if (failed) {
    return html`<${Problem} title=${t('The server does not answer')}
        text=${t('This page could not be loaded. Check the network, then try again.')}>
      <button class="btn main" type="button" onClick=${() => location.reload()}>${t('Try again')}</button>
      <a class="btn" href="#/">${t('Start page')}</a>
    <//>`;
  }
  if (!found) return html`<${Waiting} text=${t('One moment…')} />`;
  return html`<${found.draw} ...${props} />`;
}
