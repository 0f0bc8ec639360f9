import { type Refusal, classifyRefusal, toPlain } from './classify-refusal.ts'

/** What the error text of an `add` says about the order (field notes 2). */
type AddJudgement = { kind: 'rejected' } | { kind: 'refused'; about: Refusal } | { kind: 'unknown' }

/**
 * Judges by wording, since the protocol has no error codes. An order that may have been accepted must be neither
 * refunded (the provider keeps our money and delivers) nor sent again (bought twice). Panels return {error} instead
 * of accepting an order, but one that forwards to another panel also returns {error} when that call broke down. So
 * a text counts as "not accepted" only when it names the reason; everything else is `unknown` and goes to review.
 * `noise` is text printed around the JSON: a database warning says as much as an error does.
 */
export function judgeAddError(error: string, noise = ''): AddJudgement {
  const text = toPlain(error)
  if (isBreakdown(error, noise)) return { kind: 'unknown' }
  const about = classifyRefusal(error)
  // About our account, not about the order: not accepted, and sent again later.
  if (about !== undefined) return { kind: 'refused', about }
  if (isIn(certainDespiteTrouble, text)) return { kind: 'rejected' }
  if (isIn(trouble, text)) return { kind: 'unknown' }
  return isIn(certain, text) ? { kind: 'rejected' } : { kind: 'unknown' }
}

/** The panel reports a breakdown, so any other reason it names proves nothing. */
export function isBreakdown(error: string, noise = ''): boolean {
  return isIn(breakdown, toPlain(error)) || isIn(breakdown, noise.toLowerCase())
}

function isIn(words: readonly RegExp[], text: string): boolean {
  return words.some((pattern) => pattern.test(text))
}

/**
 * Wording of `add` errors in English, Vietnamese, Turkish, Russian, Portuguese, Spanish and Indonesian, as
 * normalized by `toPlain`. Checked in this order.
 */

/** A breakdown: a panel that had already forwarded the order may add any reason to it. */
const breakdown: readonly RegExp[] = [
  /internal (server )?error|server error|bad gateway|gateway time|\bsql|database error|fatal error|exception|time[d ]*-?out|connection (reset|closed|lost|refused|failed|error)|\bcurl|mysqli?_|\bpdo\b|gone away|deadlock/,
  /lỗi (hệ thống|máy chủ|server|kết nối|cơ sở dữ liệu)|hết thời gian|quá thời gian/,
  /(sunucu|sistem|veritabanı|bağlantı) hatası|zaman aşımı/,
  /(внутренняя|системная) ошибка|ошибка (сервера|базы|соединени|подключени|систем)|тайм-?аут|время ожидания/,
  /erro (interno|n[oa] (servidor|sistema)|d[eo] (servidor|sistema|conexão))|error (interno|d?el servidor|de conexión)|tempo (de espera )?esgotado|tiempo de espera|bas?n?co? de da[dt]os/,
]

/** The provider's own trouble: such a text may come after the order was accepted. */
const trouble: readonly RegExp[] = [
  /internal|server|gateway|database|\bsql|exception|time[d ]*-?out|unexpected|something (went|is) wrong|try (again|later)|later|temporar|unavailable|maintenance|connection|\bcurl|undefined|\bnull\b/,
  /thử lại|bảo trì|tạm (thời|ngưng|dừng)|máy chủ|có lỗi xảy ra|đã xảy ra lỗi/,
  /tekrar den|daha sonra|bakım|geçici|beklenmeyen|bir hata oluştu|sunucu/,
  /позже|позднее|попробуйте|временно|технически|обслуживани|сервер|непредвиденн|произошла ошибка/,
  /tente (novamente|de novo)|mais tarde|temporari|manutenção|servidor|inesperad|intente|inténtelo|más tarde|mantenimiento|indispon[ií]vel/,
]

/** Certainly about the order, although "try again" or "temporarily" occurs in it as well. */
const certainDespiteTrouble: readonly RegExp[] = [
  /\b(link|url) is not valid\b|check (the|your) (link|url) and try again/,
  /\bservices? (is |are )?(temporarily |currently )?disabled\b/,
]

/** Certainly about the order: names a field and what is wrong with it. */
const certain: readonly RegExp[] = [
  /\b(incorrect|invalid|wrong|bad|unknown|unsupported|missing|empty|no such|enter (a )?(valid|correct)?)\s+(\w+\s+){0,2}?(request|action|service|services|link|url|page|quantity|amount|count|username|usernames|user|comments?|hashtags?|keywords?|answer|media|groups?|min|max|country|order type|runs|interval|parameters?|format)\b/,
  /\b(service|services|link|url|page|profile|quantity|amount|count|username|usernames|comments?|hashtags?|keywords?|answer|answer number|media|groups?|runs|interval)( id| field)?( \S{1,40})? (is |are |was |does |do |has |been |now |currently |must |should |can ?not |can't )*(incorrect|invalid|wrong|required|missing|empty|not (found|exist|valid|available|active|supported|allowed|correct|enabled)|no longer (available|active|supported|exists?)|doesn'?t exist|disabled|inactive|deleted|private|blocked|too (small|large|low|high|short|long|many|few)|be |less|more|greater|below|above|exceed)/,
  /\b(quantity|amount|min(imum|imal)?|max(imum|imal)?)\b.*\b(less|more|greater|lower|higher|below|above|between|minim\w*|maxim\w*|exceeds?|is|order)\b.*\d/,
  /\b(minimum|maximum|min|max)( \w{1,20}){0,2} ?:? ?\d/,
  /\b(account|profile|page|post|video|channel|group) (is )?private\b/,
  /\bnot (a )?valid (link|url|username|quantity|service)\b/,
  /^neworder[. ]error[. ](link|quantity|min|max|service|not active|username|comments?|posts|expiry|runs|interval)/,
  /\bservices? do(es)? not support\b|\binterval( time)? must\b|\baction (is )?(invalid|incorrect|not (valid|allowed|supported))\b/,
  /\baccount (does not|doesn't|do not) exists?\b|\b(link|url|account|username) (is )?((in|on) (the |a |our )?black ?list|blacklisted)|\bage[- ]restricted\b/,
  /\blimit (is |was |has been )?reached for (this|the|your) (link|url|service)\b/,
  /\b(layanan|tautan|link|target|jumlah) (.{0,20} )?(tidak (ditemukan|tersedia|valid|aktif|sesuai)|non-?aktif|salah)|\b(minimal|maksimal)( (pesan|pesanan|pemesanan|order|jumlah))* ?:? ?\d/,
  /(link|url|liên kết|đường dẫn|dịch vụ|số lượng|bình luận|từ khóa|tên người dùng|username) (.{0,20} )?(không (hợp lệ|đúng|tồn tại|chính xác|khả dụng|hoạt động|được (để )?trống)|sai|là bắt buộc|phải|tối (thiểu|đa)|(nhỏ|lớn|ít|nhiều) hơn|quá (ít|nhiều|nhỏ|lớn)|vượt)/,
  /sai (link|url|liên kết|đường dẫn|dịch vụ|số lượng|định dạng)|(tối thiểu|tối đa) (là )?\d/,
  /(geçersiz|hatalı|yanlış) (link|url|bağlantı|servis|hizmet|miktar|adet|sayı|kullanıcı adı|yorum|anahtar kelime)/,
  /(link|url|bağlantı|servis|hizmet|miktar|adet|kullanıcı adı)\S* (.{0,20} )?(geçersiz|hatalı|yanlış|bulunamadı|boş|gerekli|zorunlu|aktif değil|pasif|kapalı|(en az|en fazla|minimum|maksimum))/,
  /(minimum|maksimum|en az|en fazla) (.{0,20} )?(miktar|adet|sipariş)?.{0,10}\d/,
  /(неверн|некорректн|неправильн|недопустим|недействительн)\S* (ссылк|линк|url|услуг|сервис|количеств|ключев|имя|логин|комментар)/,
  /(ссылк|услуг|количеств|комментар)\S* (.{0,20} )?(неверн|некорректн|неправильн|недопустим|недействительн|обязател|не (найден|существует|указан|может)|меньше|больше|должн|превыша|отключен|неактивн)/,
  /услуга недоступна|(минимальн|максимальн)\S* количество|укажите (ссылку|количество)/,
  /(link|url|enlace|serviço|servicio|quantidade|cantidad|usuário|usuario|comentários?|comentarios?|palavras?-chave|palabras? clave) (.{0,20} )?(inválid|incorret|incorrect|obrigatóri|obligatori|não (encontrad|existe|está ativ)|no (encontrad|existe|está activ)|inativ|inactiv|desativad|desactivad|meno[rs]|maior|mayor|mínim|máxim|deve|debe|abaixo|acima)/,
  /(mínim|máxim)[oa]s? (.{0,20} )?\d/,
]
