import { registerHooks } from 'node:module'

/**
 * The types of the interface, as anybody's openapi-typescript makes them of its document. That tool builds on the API
 * of TypeScript 5, which version 7 has not: it is given its own (`typescript-5` in package.json), and no one else is.
 */
export async function makeTypes(document: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(
        specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true
          ? 'typescript-5'
          : specifier,
        context,
      ),
  })
  try {
    const { astToString, default: openapiTS } = await import('openapi-typescript')
    return astToString(await openapiTS(JSON.stringify(document)))
  } finally {
    hooks.deregister()
  }
}
