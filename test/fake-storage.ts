/** A browser's storage for tests: entries are properties of the object itself. */
export function makeStorage(entries: Readonly<Record<string, string>> = {}): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      // oxlint-disable-next-line typescript/no-dynamic-delete -- as the real one does
      delete this[key]
    },
  }
  return Object.assign(Object.create(methods), entries) as Storage // as much of one as is used here
}
