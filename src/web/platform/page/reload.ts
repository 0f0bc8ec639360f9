/** Reloads this page on purpose: other reloads are prevented (app/errors/use-lost-press.ts). */
export function reloadPage(): void {
  if (Reflect.has(window, 'navigation')) navigation.reload({ info: reloadPage })
  else window.location.reload()
}

export function isAskedFor({ info, userInitiated }: NavigateEvent): boolean {
  return userInitiated || info === reloadPage
}
