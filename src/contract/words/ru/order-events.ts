import { formatIn } from '#contract/base/format.ts'
import type { OrderEventWords } from '#contract/words/words.ts'
import { orderStatuses } from './statuses.ts'

const { money } = formatIn('ru')

const decisions = {
  refund: 'Возврат',
  retry: 'Отправлен снова',
  complete: 'Выполнен',
  exists: 'Найден у поставщика',
  release: 'ID заказа у поставщика освобождён',
  dismiss: 'Проверка закрыта',
  cancel: 'Отменён',
  set_partial: 'Отмечен выполненным частично',
  edit: 'Исправлен',
  change_provider: 'Передан другому поставщику',
} as const

const refills = {
  completed: 'Рефилл выполнен',
  rejected: 'Рефилл отклонён',
  given_up: 'Рефилл не подтверждён',
} as const

export const orderEvents: OrderEventWords = {
  created: 'Заказ создан',
  status: ({ to }) => `Статус: ${orderStatuses[to]}`,
  refund: ({ amount }) => `Возвращено ${money(amount)}`,
  cancel: 'Отмена запрошена',
  refill: ({ ending }) => refills[ending],
  staff: ({ decision, by, name = `сотрудник ${by}`, reason = '', provider_order: id }) => {
    const found = decision === 'exists' && id !== undefined ? ` как ${id}` : ''
    return `${decisions[decision]}${found} (${name})${reason === '' ? '' : `: ${reason}`}`
  },
}
