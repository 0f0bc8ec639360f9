declare global {
  interface ImportMetaEnv {
    /** The paths of routes.ts, put in by the build (vite.config.ts). */
    readonly PAGE_PATHS: readonly string[]
    /** The first parts of the paths behind the login: `orders`. */
    readonly SIGNED_IN_FOLDERS: readonly string[]
  }
}

const paths = new Set(import.meta.env.PAGE_PATHS)

/** Whether the page behind a link exists: `/orders`, `/services?…`, `/#faq`. */
export function isBuilt(to: string): boolean {
  return paths.has(to.replace(/[?#].*$/, '') || '/')
}
