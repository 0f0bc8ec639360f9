/**
 * Routes with `handle = { carriesStyles: true }` are visitors' first pages: inlined styles save a request before the first paint.
 */
export function carriesStyles(handle: unknown): boolean {
  return (
    typeof handle === 'object' &&
    handle !== null &&
    'carriesStyles' in handle &&
    handle.carriesStyles === true
  )
}

/** Routes with `handle = { isStatic: true }` need no script and are sent with none but the boot script. */
export function isStaticHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isStatic' in handle && handle.isStatic === true
}

/** Routes with `handle = { showsFigures: true }` show amounts at once: the font of figures is preloaded with that of texts. */
export function showsFigures(handle: unknown): boolean {
  return (
    typeof handle === 'object' && handle !== null && 'showsFigures' in handle && handle.showsFigures === true
  )
}
