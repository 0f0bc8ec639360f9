/** Such as `tally-and-reach-2026-11-28T17-05-09Z.tar.zst`. They sort by time. */
export function nameBackup(at: Date, isSealed: boolean): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `tally-and-reach-${time}.tar.zst${isSealed ? '.sealed' : ''}`
}
