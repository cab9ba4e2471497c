// Pages of the server as documents.

/**
 * The preview page at an address, as a document without a window, in which nothing runs; rejects if the server refuses it.
 * XMLHttpRequest parses the page, because Trusted Types forbid `DOMParser`.
 * @param {string} address
 * @returns {Promise<Document>}
 */
export function pageAt(address) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.setRequestHeader('Accept', 'text/html');
    request.onload = () => {
      if (request.status === 200 && request.response?.querySelector('main')) resolve(request.response);
      else reject(new Error(`The server answered ${request.status}.`));
    };
    request.onerror = () => reject(new Error('The server does not answer.'));
    request.send();
  });
}

/** The address of the style sheet of a page; empty without one. */
export function styleOf(page) { return page.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? ''; }
