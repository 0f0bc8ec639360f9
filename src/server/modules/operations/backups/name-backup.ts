/**
 * Such as `tally-and-reach-2026-11-28T17-05-09-123Z.tar.zst`. They sort by time. To the millisecond: one of the same
 * second would be refused, as nothing is written over.
 */
export function nameBackup(at: Date, isSealed: boolean): string {
  const time = at.toISOString().replaceAll(/[:.]/g, '-')
  return `tally-and-reach-${time}.tar.zst${isSealed ? '.sealed' : ''}`
}
