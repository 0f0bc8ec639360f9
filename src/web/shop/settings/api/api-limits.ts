/** One a line, as people paste them: with blanks around, commas at the end, empty lines between. */
export function toAddressLines(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '')
}

/** A network of one address is that address. */
export function toShownAddress(network: string): string {
  return network.includes(':') ? network.replace(/\/128$/, '') : network.replace(/\/32$/, '')
}
