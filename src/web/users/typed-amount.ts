/** A decimal as people type it, with a point or a comma, for a member that is money in JSON; undefined where none is typed. */
export function typedAmount(data: FormData, name: string): number | undefined {
  const text = String(data.get(name) ?? '').trim()
  return text === '' ? undefined : Number(text.replace(',', '.'))
}
