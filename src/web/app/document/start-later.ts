import { lostModule } from './lost-module.ts'

const preload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g
/** What React Router writes at the end of a page: the modules of its routes, and what starts them. */
const start = /(<script[^>]* type="module"[^>]*>)((?:import [^\n]*\n)+[^<]*)<\/script>/
const routeImport = /^import \* as (\w+) from ("[^"]+");/gm
/** One that is lost would keep all others from starting: the page would stand there dead, without a word. */
function askRoute(_: string, name: string, path: string): string {
  const asked = `const ${name} = await import(${path})`
  // Not the root's: without it there is no frame to say it in, and the page that can be read would be taken away.
  return /^route0(?!\d)/.test(name) ? `${asked};` : `${asked}.catch(${lostModule});`
}
/** So many at once: thirty would be one long task of a slow phone. */
const atOnce = 4

/**
 * A page is painted with its styles, fonts and pictures; its scripts come behind them. Neither React nor React Router has a
 * way to say so of what they name. Its routes are asked for together by these links, and start each by itself.
 */
export function lowerScripts(page: string): string {
  return page
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
    .replace(start, (_, opening: string, modules: string) => {
      return `${opening}${modules.replaceAll(routeImport, askRoute)}</script>`
    })
}

/**
 * A page that can be read without them asks for its scripts when it has been painted. Named in the page they cost a slow phone
 * 100 ms before that, even as the last of all: each is looked up while the page is taken in. A tab that is not looked at is
 * not painted: it waits a second.
 */
export function startLater(page: string): string {
  const paths = [...page.matchAll(preload)].map(([, path]) => path)
  return page.replaceAll(preload, '').replace(start, (_, opening: string, modules: string) => {
    const asked = modules
      .replaceAll(/^import ("[^"]+");/gm, 'await import($1);')
      .replaceAll(routeImport, askRoute)
    return `${opening}${waiting(paths)}${asked}</script>`
  })
}

/**
 * Top-level code of a module. What is pressed or chosen before React listens would be lost: it is kept, once each however often,
 * and done when the page is alive (entry.client.tsx and root.tsx say when). A choice is kept until then even
 * where React listens: it draws the box as the server knew it before it hears of the choice. So is a form that is sent by
 * Enter or by its button, which is off until then (button.tsx). Links and forms for pages without a script work; a box keeps
 * what was typed (use-typed-early.ts).
 */
function waiting(paths: readonly (string | undefined)[]): string {
  return `const early = new Map()
const pressed = { click: 'button[type=button]' }
const sent = { pointerup: 'form [type=submit]:disabled', keydown: 'form:has([type=submit]:disabled) input' }
const kinds = { ...pressed, change: 'select', ...sent }
const keep = ({ type, target, key = 'Enter', isComposing }) => {
  const on = target.closest?.(kinds[type])
  if (on && key === 'Enter' && !isComposing) early.set(type in sent ? on.form : on, on.value)
}
const stop = (some) => { for (const type in some) removeEventListener(type, keep, true) }
for (const type in kinds) addEventListener(type, keep, true)
addEventListener('listening', () => stop(pressed), { once: true })
addEventListener('alive', () => setTimeout(() => {
  stop(kinds)
  for (const [on, value] of early)
    if (on.requestSubmit) on.requestSubmit()
    else if (on.type === 'button') on.click()
    else {
      on.value = value
      on.dispatchEvent(new Event('change', { bubbles: true }))
    }
}), { once: true })
await new Promise((go) => { requestAnimationFrame(() => setTimeout(go)); setTimeout(go, 1000) })
for (const [at, href] of ${JSON.stringify(paths)}.entries()) {
  if (at % ${atOnce} === ${atOnce - 1}) await new Promise((go) => setTimeout(go))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
`
}
