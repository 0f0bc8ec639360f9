/** A payment company is named only in its own folder, so that adding one changes no other file. */
import { gatewayIds, gateways } from '#contract/base/gateways/registry.ts'

import { isTest, type SourceFile } from './source-file.ts'

/**
 * The data of gateways for browser and server (a card may name another company) and the two registries. The sandbox and
 * all tests use gateways by name.
 */
const mayName =
  /^(?:sandbox|test|torture|docs|scripts)\/|\.md$|\/gateways\/registry\.ts$|^src\/contract\/base\/gateways\//
/** Gateways that share another gateway's code. */
const folders: { readonly [id: string]: string } = { heleket: 'cryptomus' }

export function checkGatewayNames({ path, text }: SourceFile): string[] {
  if (mayName.test(path) || isTest(path)) return []
  return gatewayIds.flatMap((id) => {
    if (isOwn(id, path)) return []
    const found = text.toLowerCase().split('\n')
    return namesOf(id).flatMap((name) => {
      const line = found.findIndex((one) => one.includes(name))
      return line === -1
        ? []
        : [`line ${line + 1}: '${name}' is named in src/server/integrations/gateways/${id}/ only`]
    })
  })
}

function isOwn(id: string, path: string): boolean {
  return path.startsWith(`src/server/integrations/gateways/${folders[id] ?? id}/`)
}

/** The company's and its cards' names; the card for bank cards of any gateway is called `card`. */
function namesOf(id: (typeof gatewayIds)[number]): string[] {
  const { name, cards } = gateways[id]
  // A card may have another gateway's id, which replaces it once that gateway is set up.
  const own = cards.map((card) => card.id).filter((card) => !gatewayIds.some((other) => other === card))
  const names = [id, name, ...own].map((one) => one.toLowerCase())
  return [...new Set(names)].filter((one) => one !== 'card')
}
