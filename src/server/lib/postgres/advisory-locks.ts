/** All advisory locks. The index is part of the lock's number, so append only. */
const names = ['migrations', 'audit log', 'settings', 'grants', 'first admin'] as const
/** Arbitrary, but the same in every version. */
const FIRST = 7_244_615_909

export function advisoryLock(name: (typeof names)[number]): number {
  return FIRST + names.indexOf(name)
}
