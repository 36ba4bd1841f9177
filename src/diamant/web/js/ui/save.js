// @ts-check
/** A text as a file of this device. */

/**
 * @param {string} text
 * @param {string} name
 */
export function save(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
