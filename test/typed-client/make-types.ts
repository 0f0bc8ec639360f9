import { registerHooks } from 'node:module'

/**
 * The types of the API, as openapi-typescript generates them from its document. That tool needs the API of TypeScript
 * 5, which version 7 lacks: only it gets that version (`typescript-5` in package.json).
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
