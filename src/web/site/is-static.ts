/** A route with `handle = { isStatic: true }` is sent with no script but the boot script: it needs none. */
export function isStaticHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isStatic' in handle && handle.isStatic === true
}
