import type { Dialect } from './dialect.ts'

/** Portuguese and Spanish. */
export const portugueseAndSpanish: Dialect = {
  refusals: {
    link_in_use: [/pedidos? (ativos?|em andamento|activos?|en curso) .{0,20}(link|url|enlace)/],
    funds: [
      /(saldo|fundos?|fondos?|créditos?) insuficientes?|sem (saldo|fundos)|(saldo|fondos?) (não é )?suficiente/,
    ],
    address: [/\bip\b.{0,50} (não (é )?(permitido|autorizado)|bloqueado|no (está )?(permitid|autorizad))/],
    key: [
      /(?<!(palavras?|palabras?)[- ])(chave|clave|token) (.{0,15} )?(inválid|incorret|incorrect|invalid)|api inválida|não autorizado|no autorizado|acesso negado|acceso denegado/,
    ],
    rate: [
      /(muit[ao]s|demasiadas) (requisições|solicitações|solicitudes|peticiones|tentativas)|limite de (requisições|solicitações|solicitudes)/,
    ],
  },
  unknownId: [
    /(pedido|id do pedido|id del pedido) (.{0,20} )?(inválid|incorret|incorrect|não (encontrad|existe)|no (encontrad|existe))/,
  ],
  breakdown: [
    /erro (interno|n[oa] (servidor|sistema)|d[eo] (servidor|sistema|conexão))|error (interno|d?el servidor|de conexión)|tempo (de espera )?esgotado|tiempo de espera|bas?n?co? de da[dt]os/,
  ],
  trouble: [
    /tente (novamente|de novo)|mais tarde|temporari|manutenção|servidor|inesperad|intente|inténtelo|más tarde|mantenimiento|indispon[ií]vel/,
  ],
  certain: [
    /(link|url|enlace|serviço|servicio|quantidade|cantidad|usuário|usuario|comentários?|comentarios?|palavras?-chave|palabras? clave) (.{0,20} )?(inválid|incorret|incorrect|obrigatóri|obligatori|não (encontrad|existe|está ativ)|no (encontrad|existe|está activ)|inativ|inactiv|desativad|desactivad|meno[rs]|maior|mayor|mínim|máxim|deve|debe|abaixo|acima)/,
    /(mínim|máxim)[oa]s? (.{0,20} )?\d/,
  ],
}
