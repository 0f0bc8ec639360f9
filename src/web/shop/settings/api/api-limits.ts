/** One per line, as people paste them: with blanks, trailing commas and empty lines. */
export function toAddressLines(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '')
}

/** A network with a single address is shown as that address. */
export function toShownAddress(network: string): string {
  return network.includes(':') ? network.replace(/\/128$/, '') : network.replace(/\/32$/, '')
}
