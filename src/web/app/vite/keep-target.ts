import type { Plugin } from 'vite'
import { lostModule } from '#web/app/document/lost-module.ts'

const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/

/**
 * Where the module of a page that was pressed can not be fetched, React Router loads the page anew on which it was pressed: the
 * press is lost without a word, and no option says otherwise. Here the press goes on to its address, whose boundary then
 * loads that as a whole (app/errors/error-screen.tsx; decision 25).
 */
export function keepTarget(): Plugin {
  return {
    name: 'keep-target',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js/ },
      handler: (code) => ({ code: toKeeping(code), map: null }),
    },
  }
}

/** Throws where React Router is written in another way than is known here: it would lose presses again. */
export function toKeeping(code: string): string {
  if (!reload.test(code))
    throw new Error('React Router no longer reloads where a module is lost: see keep-target.ts')
  return code.replace(reload, `return (${lostModule})(error);`)
}
