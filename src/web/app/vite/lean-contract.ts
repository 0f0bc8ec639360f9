import type { Plugin, Rolldown } from 'vite'

/** What of a call only the server reads: its documentation, and which refusals it may answer. */
const servers = new Set(['summary', 'errors'])

/** Leaves out of the browser's build what of each `endpoint({ … })` of the contract only the server reads. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/contract\/.+\.ts$/, code: 'endpoint(' },
      handler(code) {
        return { code: blankOut(code, this.parse(code)), map: null }
      },
    },
  }
}

/** By spaces, so that every place in the file stays where its source map says. */
export function blankOut(code: string, { body }: ReturnType<Rolldown.PluginContext['parse']>): string {
  let lean = code
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      continue
    for (const { init } of statement.declaration.declarations) {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue
      const [description] = init.arguments
      if (init.callee.name !== 'endpoint' || description?.type !== 'ObjectExpression') continue
      description.properties.forEach((property, at) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') return
        if (!servers.has(property.key.name)) return
        const { start } = property
        // The comma too.
        const end = description.properties[at + 1]?.start ?? description.end - 1
        lean = lean.slice(0, start) + lean.slice(start, end).replaceAll(/\S/g, ' ') + lean.slice(end)
      })
    }
  }
  return lean
}
