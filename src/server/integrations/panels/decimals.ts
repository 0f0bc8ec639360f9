/** Multiplies exactly by ten to the power of `places`. */
export function movePoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (places < 0) {
    const padded = whole.padStart(1 - places, '0')
    return trimDecimal(`${padded.slice(0, places)}.${padded.slice(places)}${fraction}`)
  }
  const padded = fraction.padEnd(places, '0')
  return trimDecimal(`${whole}${padded.slice(0, places)}.${padded.slice(places)}`)
}

/** Without trailing and leading zeros: "0.90" and "0.9" are the same price. */
export function trimDecimal(text: string): string {
  const whole = text.replace(/^0+(?=\d)/, '')
  return whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole
}
