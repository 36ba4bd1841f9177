// The server's content security policy lets no page send a form, so that nothing can be sent
// elsewhere. The search needs none: its words go into the address of the page of results.
for (const form of document.querySelectorAll('form[role="search"]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const words = new URLSearchParams(new FormData(form));
    location.assign(`${form.getAttribute('action')}?${words}`);
  });
}
