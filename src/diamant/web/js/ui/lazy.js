// @ts-check
/** Screens that load when needed, so that the first one appears quickly. */
import { toast } from '../device/notices.js';
import { html, useEffect, useState } from '../html.js';
import { HOME } from '../net/api.js';
import { laterWords, t } from '../words/i18n.js';
import { Problem, Waiting } from './page.js';

/**
 * `soon`: the first catalog has its texts.
 * @typedef {{load: () => Promise<any>, styles?: string[], soon?: boolean}} LazyPart
 */

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Load a style sheet once. A page without it is ugly but works, so a failure is ignored.
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
      document.body.append(link); // After the first sheet, which is in the body, because later rules win.
    });
    styles.set(path, loading);
  }
  return loading;
}

/**
 * @param {LazyPart} part
 * @returns {Promise<any>} the component
 */
export async function loadPart({ load, styles: paths = [], soon = false }) {
  const [found] = await Promise.all([load(), soon || laterWords(), ...paths.map(loadStyles)]);
  return found;
}

/**
 * Draw a part with all other properties, once it has loaded.
 * @param {{part: LazyPart, onMissing?: () => void, quiet?: boolean} & Record<string, any>} props `onMissing` for a part
 *   over a screen: nothing is drawn before it has loaded, and a note reports a failure; `quiet` for an optional
 *   part
 */
export function Lazy({ part, onMissing, quiet = false, ...props }) {
  const [found, setFound] = useState(/** @type {{draw: any} | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    loadPart(part).then(
      (draw) => here && setFound({ draw }),
      () => here && (onMissing ? missing(onMissing) : setFailed(!quiet)),
    );
    return () => {
      here = false;
    };
  }, [part]);
  if (failed) {
    return html`<${Problem} title=${t("Can't reach the server")}
        text=${t("Can't load this page. Check your connection and try again.")}>
      <button class="btn main" type="button" onClick=${() => location.reload()}>${t('Try again')}</button>
      <a class="btn" href="#/">${t('Start page')}</a>
    <//>`;
  }
  if (!found && (onMissing || quiet)) return null;
  if (!found) return html`<${Waiting} text=${t('One moment…')} />`;
  return html`<${found.draw} ...${props} />`;
}

/** @param {() => void} then */
function missing(then) {
  toast(t("Can't reach the server. Check your connection and try again."));
  then();
}
