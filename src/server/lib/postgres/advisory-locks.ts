/** Every advisory lock of one key. The place in the list is part of the number, so no two can be the same. */
const names = ['migrations', 'audit log', 'settings', 'grants', 'first admin'] as const
/** Any number, as long as every process of the product takes the same. */
const FIRST = 7_244_615_909

export function advisoryLock(name: (typeof names)[number]): number {
  return FIRST + names.indexOf(name)
}
