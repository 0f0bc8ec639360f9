import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const pricingText = translation<typeof en.pricingText, 'ru'>()({
  title: 'Цены',
  titleOf: 'Цены {platform}',
  description:
    'Все цены в долларах США за 1\u00a0000, минимальное и максимальное количество и стоимость вашего количества. Таблицей или файлом CSV, без аккаунта.',
  lead: 'Все цены в долларах США за 1\u00a0000. Столько и спишется: цена заказа после оформления не меняется.',
  allPlatforms: 'Все платформы',
  search: 'Поиск',
  searchHint: 'Название, ID, категория',
  sort: 'Сортировка',
  sortCatalogue: 'Как в каталоге',
  sortPrice: 'Сначала дешёвые',
  sortPriceDown: 'Сначала дорогие',
  sortMin: 'Сначала с меньшим минимумом',
  show: 'Показать',
  found: { one: '{count} услуга', few: '{count} услуги', many: '{count} услуг' },
  page: 'страница {page} из {pages}',
  none: 'Услуги не найдены',
  all: 'Показать все услуги',
  failed: 'Не удалось загрузить цены. Попробуйте ещё раз.',
})
