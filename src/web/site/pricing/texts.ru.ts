import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const pricingText = translation<typeof en.pricingText, 'ru'>()({
  title: 'Цены',
  titleOf: 'Цены {platform}',
  description:
    'Все цены каталога в долларах США за 1\u00a0000, наименьшее и наибольшее количество и стоимость вашего количества. Таблицей или файлом CSV, без аккаунта.',
  lead: 'Все цены в долларах США за 1\u00a0000. Столько и списывается: заказ сохраняет цену, по которой оформлен.',
  allPlatforms: 'Все платформы',
  search: 'Поиск',
  searchHint: 'Название, ID, категория',
  sort: 'Порядок',
  sortCatalogue: 'Как в каталоге',
  sortPrice: 'Сначала дешёвые',
  sortPriceDown: 'Сначала дорогие',
  sortMin: 'Сначала малые заказы',
  show: 'Показать',
  found: { one: '{count} услуга', few: '{count} услуги', many: '{count} услуг' },
  page: 'страница {page} из {pages}',
  none: 'Ничего не подходит.',
  all: 'Показать все услуги',
  failed: 'Сейчас цены прочитать не удалось. Попробуйте ещё раз.',
})
