/** A URL for display: values of its query are hidden, since some providers put keys there. */
export function toShownUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.search === '') return text
  // A parameter without a value may itself be a key.
  const names = [...url.searchParams].flatMap(([name, value]) =>
    value === '' ? [] : [`${encodeURIComponent(name)}=…`],
  )
  return `${url.origin}${url.pathname}?${names.join('&') || '…'}`
}
