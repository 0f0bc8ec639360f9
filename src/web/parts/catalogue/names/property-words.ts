import { foldText } from '#web/ui/text/fold-text.ts'

/**
 * Words that describe properties of a service, in lower case, in the languages of panels. A part of a name that
 * contains another word is not only a property, and stays in the title.
 */
export const propertyWords = {
  refill: toSet(`
    refill refills refil reffil refilled refilling autorefill guarantee guaranteed guarantees guaranty warranty lifetime
    baohanh bh recarga recargas reposicao reposicion garantia garantias garantizado garansi isiulang garanti garantili telafi telafili
    гарантия гарантии гарантией гарант докрутка докруткой докрутки автодокрутка восстановление восстановлением рефилл
    nr omurboyu yenileme 리필 보장 ضمان تعويض`),
  quality: toSet(`
    drop drops dropping nodrop nondrop stable hq lq mq uhq shq vhq quality real mixed mix cheapest active aged old bot bots organic
    that tut clone chatluong queda quedas qualidade reais calidad reales caida caidas kualitas asli drob dusme dusmez dusus kalite kaliteli gercek
    cai estavel estaveis ondinh cheap murah termurah barato списаний списания отписок отписки отпиской живые живых реальные реальных качество качества качественные боты 고품질 실제 حقيقي جودة`),
  speed: toSet(`
    speed fast faster fastest superfast ultrafast slow quick tocdo nhanh cham скорость быстрые быстрый быстрая быстро быстрое
    медленные медленно velocidade velocidad rapido rapida rapidos rapidas lento hiz hizi hizli kecepatan cepat tercepat lambat
    delivery delivered complete completion completes finish finishes done 속도 빠른 سرعة سريع سريعة`),
  start: toSet(`
    instant instantly superinstant start starts starting started batdau tucthi laptuc старт запуск мгновенный мгновенные мгновенно моментально
    inicio comeco inmediato inmediata instantaneo instantanea instan mulai anlik aninda baslangic baslama 즉시 시작 فوري فورية`),
  max: toSet('max maximum maks maximo toida макс максимум'),
  other: toSet(`
    new updated vip exclusive recommended bestseller cancel cancellation refund dripfeed huy cancelable iptal docquyen exclusivo отмена отмены отменой cancelar`),
} as const

/** Meaningless alone, but used together with those above. */
export const joiningWords = toSet(`
  and or with without w for the a an of in on to up from by at per via no non not only all every each auto automatic button enabled enable
  available allowed time daily high low medium middle less zero very ultra super best good top almost completely never always forever
  account accounts profile profiles user users people data support supported working server
  unlimited within
  y e com con sem sin por al de da do si yes nao sim hasta alta alto baixa yang dan dengan untuk tanpa tidak per tinggi ve ile yok var olmadan icin kadar sinirsiz aktif profiller
  и с в без до от на за для нет есть сразу возможны возможно ниже высокое высокая высокого низкое автоматическая автоматически кнопка кнопкой навсегда пожизненная пожизненно максимальная
  len thuong co va voi moi khong trong sau vinh vien cao thap sieu nguoi dung sale cuc ho tro tu dong lap tuc trong khoang bi bot hang
  d day days h hr hrs hour hours min mins minute minutes sec secs second seconds month months year years week weeks
  ngay gio phut thang nam tuan день дня дней сутки сут суток час часа часов мин минут месяц месяца месяцев мес год года лет день дн д ч м
  hari jam menit bulan tahun gun saat dakika ay yil gunluk saatlik gunde dia dias hora horas minuto minutos mes meses ano anos diario
  일 시간 분 يوم يوما ايام ساعة ساعات شهر سنة بدون 없음 k m mil tr trieu ty`)

/** Countries and regions as written without a flag, word by word: "south korea" is both of its words. */
export const countryWords = toSet(`
  worldwide ww global international europe european eu asia asian africa african latam arab arabic arabian america american usa us uk vietnam viet vietnamese
  england british india indian brazil brazilian brasil brasileiros brasileiras brasileiro russia russian turkey turkish turkiye turk indonesia indonesian nigeria nigerian
  pakistan pakistani bangladesh bangladeshi korea korean japan japanese china chinese thailand thai malaysia malaysian philippines filipino germany german
  france french italy italian spain spanish poland polish ukraine ukrainian mexico mexican egypt egyptian canada canadian australia australian argentina
  argentinian colombia colombian chile peru venezuela portugal portuguese netherlands dutch belgium sweden swedish norway denmark finland austria switzerland
  greece greek romania romanian bulgaria hungary czech czechia slovakia serbia croatia israel israeli iran iranian iraq kuwait qatar oman bahrain jordan
  lebanon lebanese libya libyan yemen yemeni syria syrian palestine afghanistan afghan albania albanian andorra angola antigua barbuda azerbaijani azeri
  bahamas barbados belize benin bhutan bolivia bosnia herzegovina botswana brunei burkina faso burundi cameroon congo costa rica cuba cyprus djibouti dominican
  ecuador salvador eritrea estonian ethiopia ethiopian fiji gabon gambia ghanaian grenada guatemala guinea guyana haiti honduras iceland jamaica ivory coast kosovo
  kyrgyzstan latino latinos latina lesotho liberia liechtenstein luxembourg macedonia madagascar malawi maldives mali malta mauritania mauritius moldova moldovan monaco
  mongolia montenegro moroccan mozambique myanmar namibia nicaragua niger oman omani panama paraguay persian puerto rico rwanda samoa senegal sierra leone slovak slovenia
  slovenian somalia sri lanka sudan suriname swiss tajikistan tanzania togo tunisian turkmenistan uganda ugandan uruguay uzbek vatican zambia zimbabwe gulf gcc
  lebanon morocco algeria tunisia ghana kenya nepal singapore taiwan cambodia laos uzbekistan kazakhstan azerbaijan georgia armenia belarus lithuania
  latvia estonia ireland scotland hispanic emirates uae saudi arabia ksa cis mundial alemania espana italia rusia rusya
  россия россии рф украина украины сша снг казахстан беларусь узбекистан турция индия бразилия европа германия германии мир весь русские русский иностранные 한국 한국인 외국인 브라질 السعودية عرب عربي`)

/** Used within names of countries, and meaningless alone. */
export const regionWords = toSet(
  'south north east west middle central united states kingdom republic targeted target mostly only geo world new zealand hong kong nam country countries',
)

function toSet(words: string): ReadonlySet<string> {
  return new Set(foldText(words).normalize('NFC').split(' '))
}
