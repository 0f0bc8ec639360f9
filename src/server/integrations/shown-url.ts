/** An address for people's eyes: what is asked there is hidden, since keys are put into it. */
export function toShownUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.search === '') return text
  // Members without a name may be a key as a whole.
  const names = [...url.searchParams].flatMap(([name, value]) =>
    value === '' ? [] : [`${encodeURIComponent(name)}=…`],
  )
  return `${url.origin}${url.pathname}?${names.join('&') || '…'}`
}
