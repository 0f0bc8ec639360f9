/** A route with `handle = { carriesStyles: true }` shows strangers their first page: its styles stand in it, and none is waited for. */
export function carriesStyles(handle: unknown): boolean {
  return (
    typeof handle === 'object' &&
    handle !== null &&
    'carriesStyles' in handle &&
    handle.carriesStyles === true
  )
}

/** A route with `handle = { isStatic: true }` is sent with no script but the boot script: it needs none. */
export function isStaticHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isStatic' in handle && handle.isStatic === true
}

/** A route with `handle = { showsFigures: true }` begins with amounts: their font comes with those of its texts. */
export function showsFigures(handle: unknown): boolean {
  return (
    typeof handle === 'object' && handle !== null && 'showsFigures' in handle && handle.showsFigures === true
  )
}
