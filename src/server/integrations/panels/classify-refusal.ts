/**
 * Why a panel refuses our account or the call, whatever was requested: none of it says anything about an accepted
 * order.
 */
export type Refusal = 'funds' | 'key' | 'address' | 'rate' | 'link_in_use'

/** Wording in English, Vietnamese, Turkish, Russian, Portuguese, Spanish, Indonesian, Arabic and Chinese. */
const refusals: readonly (readonly [Refusal, RegExp])[] = [
  [
    'link_in_use',
    /active order (with|for|on) this (link|url|page)|wait until (the |your )?order|order (with|for) this (link|url) (is )?(already|still)|(link|url) (is )?already (in progress|being processed|in use)|already ha(s|ve) an? (active|pending|running) order/,
  ],
  [
    'link_in_use',
    /^neworder[. ]error[. ]link duplicate|\bduplicate (link|url)\b|(link|url) already exists in (the |your )?orders|wait for (the|your) previous order|\border in progress (with|for|on) (this|the same) (link|url)/,
  ],
  [
    'link_in_use',
    /(đang có|đã có) đơn (hàng )?(đang chạy )?(với|cho|của|trên) (link|liên kết|đường dẫn)|(link|liên kết|đường dẫn) (này )?đang (có đơn|chạy|được xử lý)/,
  ],
  [
    'link_in_use',
    /bu (link|bağlantı|url)\S* .{0,30}(aktif|devam eden|tamamlanmamış) .{0,20}sipariş|aktif (bir )?sipariş\S* (var|mevcut|bulun)/,
  ],
  [
    'link_in_use',
    /заказ\S* (с|на|по) (такой|этой|эту|данной|данную) ссылк\S* (уже|ещё|еще) (выполня|существ|актив|в работе)/,
  ],
  ['link_in_use', /(активн\S*|незаверш\S*) заказ\S* .{0,20}(ссылк|линк)|дождитесь (завершения|выполнения)/],
  ['link_in_use', /pedidos? (ativos?|em andamento|activos?|en curso) .{0,20}(link|url|enlace)/],
  [
    'funds',
    /(not enough|not sufficient|insufficient|inadequate|n't have enough|n't have sufficient|not have enough) (\w{1,20} )?(funds?|balance|money|credits?)|low (balance|funds)|balance (is )?(too )?(low|not enough|not sufficient|insufficient)|no (funds|money)|balance not enough/,
  ],
  [
    'funds',
    /số dư.{0,20} không (đủ|đáp ứng)|không đủ (số dư|tiền)|so du.{0,20} khong du|khong du (so du|tien)/,
  ],
  ['funds', /yetersiz bakiye|bakiye\S* (yetersiz|yeterli değil|yetmiyor)|yeterli bakiye/],
  [
    'funds',
    /недостаточно (средств|денег|баланса)|недостаточн\S* (баланс|средств)|не хватает (средств|денег|баланса)/,
  ],
  [
    'funds',
    /(saldo|fundos?|fondos?|créditos?) insuficientes?|sem (saldo|fundos)|(saldo|fondos?) (não é )?suficiente/,
  ],
  ['funds', /saldo .{0,20}tidak (cukup|mencukupi)/],
  ['funds', /(الرصيد|رصيد\S*) .{0,20}غير كاف|لا يوجد رصيد كاف|رصيد غير كاف/],
  ['funds', /(余额|餘額|资金|資金)不足|(余额|餘額)不够/],
  [
    'address',
    /\bip\b( address)?[ :('"]{0,3}([\d.:a-f]{3,45}[ )'"]{0,3})?((is|was|has|been|are) )*(not (allowed|whitelisted|white-listed|authori[sz]ed|permitted|in )|blocked|banned|denied|restricted|forbidden|blacklisted)|\bip (whitelist|restriction)|(not allowed|blocked|denied|forbidden) (from|for) (this|your) ip\b/,
  ],
  ['address', /\bip\b.{0,50} (không được (phép|cho phép)|bị (chặn|cấm|khóa))/],
  ['address', /\bip\b.{0,50} (izin verilm|izinli değil|engellen|yasak)/],
  ['address', /\bip\b.{0,50} (запрещ|не разреш|заблокир|не в (белом )?списке)/],
  ['address', /\bip\b.{0,50} (não (é )?(permitido|autorizado)|bloqueado|no (está )?(permitid|autorizad))/],
  [
    'key',
    /\bapi[ _-]?key\b|\b(invalid|incorrect|wrong|bad|missing|unknown|expired) (access )?(key|token|credentials|api)\b|\b(key|token) (field )?(is )?(invalid|incorrect|wrong|required|missing|expired)\b|unauthori[sz]ed|access denied|authenticat|forbidden|\b(key|token) (was )?not (found|valid|correct|active|recogni[sz]ed)|(account|user) (is |was |has been )?(suspended|blocked|banned|disabled|inactive|not active)|\bapi (access )?(is )?(disabled?|not (enabled|active|allowed))|\berror[. ]account[. ](blocked|banned|suspended|disabled|inactive)|\b(bad|invalid|wrong) auth\b/,
  ],
  [
    'key',
    /(api|key|(?<!từ )kh(óa|oá)) (.{0,10} )?không (hợp lệ|đúng|tồn tại|chính xác)|sai (api|key|kh(óa|oá))|không có quyền truy cập|tài khoản.{0,20} bị (khóa|khoá|cấm)/,
  ],
  [
    'key',
    /(geçersiz|hatalı|yanlış) (api|anahtar(?! kelime))|(api|anahtar[^ ]*) (geçersiz|hatalı|yanlış)|yetkisiz|hesabınız .{0,20}(askıya|engellen|kapat)/,
  ],
  [
    'key',
    /(неверн|неправильн|недействительн|некорректн)\S* (api|ключ(?!ев)|токен)|ключ(?!ев)\S* (api )?(неверн|недействител|не найден|не существует)|не авторизован|доступ запрещ|аккаунт .{0,10}заблокир/,
  ],
  [
    'key',
    /(?<!(palavras?|palabras?)[- ])(chave|clave|token) (.{0,15} )?(inválid|incorret|incorrect|invalid)|api inválida|não autorizado|no autorizado|acesso negado|acceso denegado/,
  ],
  [
    'rate',
    /too many (requests?|calls?|attempts)|rate.?limit|request limit|requests? per (second|minute|hour)|throttl|slow down|wait \d{1,4} ?(s|sec|seconds?|minutes?)\b/,
  ],
  ['rate', /quá nhiều (yêu cầu|lần|request)|(thao tác|gửi|yêu cầu) quá nhanh/],
  ['rate', /çok fazla (istek|deneme|sorgu)|istek (limiti|sınırı)|çok hızlı/],
  ['rate', /слишком много (запрос|попыт)|(лимит|предел) запросов|слишком част/],
  [
    'rate',
    /(muit[ao]s|demasiadas) (requisições|solicitações|solicitudes|peticiones|tentativas)|limite de (requisições|solicitações|solicitudes)/,
  ],
]

/**
 * Undefined for a text about something else, or one that says too little. Linear: the text is cut to 300
 * characters.
 */
export function classifyRefusal(error: string): Refusal | undefined {
  const text = toPlain(error)
  return refusals.find(([, words]) => words.test(text))?.[0]
}

/** Normalizes a text for these patterns: lower case, composed characters, single blanks. */
export function toPlain(error: string): string {
  return error
    .slice(0, 300)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('i̇', 'i') // what a Turkish capital I with its dot becomes
    .replace(/[\s_]+/g, ' ')
}

/** Wording for an unknown order or refill id; "The order field is required" is not about an id. */
const unknownId: readonly RegExp[] = [
  /\b(incorrect|invalid|wrong|unknown|no such|bad|can ?not find|could not find) (order|refill)( ?id)?\b(?! field)/,
  /\b(order|refill)( ?id)?( #?\d{1,20})? (is |was |are |does |did |has )*(incorrect|invalid|wrong|unknown|not (found|exist|valid|correct|yours|belong)|doesn'?t exist)/,
  /(không tìm thấy|không có) (đơn|mã)|(đơn hàng|mã đơn) (.{0,20} )?(không tồn tại|không hợp lệ|không đúng)/,
  /(sipariş|sipariş numarası|sipariş id)\S* (bulunamadı|geçersiz|hatalı)|geçersiz sipariş/,
  /заказ\S* (.{0,20} )?не (найден|существует)|(неверн|некорректн|неправильн)\S* (id |номер )?заказ/,
  /\b(pesanan|refill) (.{0,20} )?tidak (ditemukan|ada|valid)|\bno query results for model\b/,
  /(pedido|id do pedido|id del pedido) (.{0,20} )?(inválid|incorret|incorrect|não (encontrad|existe)|no (encontrad|existe))/,
]

/** Whether an error is about one particular id and says nothing about others. */
export function isAboutOneId(error: string): boolean {
  const text = toPlain(error)
  return unknownId.some((pattern) => pattern.test(text))
}
