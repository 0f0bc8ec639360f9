import type { Plugin, Rolldown } from 'vite'

/** Members of an endpoint that only the server reads. */
const servers = new Set([
  'summary',
  'errors',
  'access',
  'bodyBytes',
  'takesBack',
  'takesKey',
  'versioned',
  'idempotent',
  'proof',
  'viewNeeds',
  'restsInMaintenance',
  'whileFenced',
])

/** Removes from the browser's build the members of each `endpoint({ … })` that only the server reads. */
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

/** Replaces them with spaces, so that positions still match the source map. */
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
        // Includes the comma.
        const end = description.properties[at + 1]?.start ?? description.end - 1
        lean = lean.slice(0, start) + lean.slice(start, end).replaceAll(/\S/g, ' ') + lean.slice(end)
      })
    }
  }
  return lean
}
