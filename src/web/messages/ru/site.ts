import type { site as en } from '#web/messages/en/site.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const site = translation<typeof en, 'ru'>()({
  landingTitle: 'Продвижение в соцсетях с ценой до заказа',
  landingDescription:
    'Панель с предоплатой: подписчики, лайки, просмотры и другое для Instagram, Facebook, YouTube, TikTok, Twitter и Telegram. Все цены видны до заказа.',
  heroTitle: 'Продвижение в соцсетях: цена известна заранее, учтён каждый лайк.',
  heroLead:
    'Подписчики, просмотры и активность для Instagram, TikTok, YouTube, Facebook, Twitter и Telegram. Пополните баланс один раз, дальше нужны только ссылка и число.',
  heroBonus: 'Бонус +{percent}% при пополнении от {from}',
  heroBonusMore: '+{percent}% от {from}',
  createAccount: 'Создать аккаунт бесплатно',
  seePrices: 'Все цены',
  goToDashboard: 'Перейти к обзору',
  seal: 'В цене ничего не округляется: счёт идёт в единицах по 0,00000001 USD.',
  featureExact: 'Точные цены',
  featureExactText: 'Итог виден до заказа с точностью до 8 знаков — ровно столько и спишется.',
  featureRefund: 'Возврат недоставленного',
  featureRefundText: 'Если заказ выполнен частично или отменён, остаток сам вернётся на баланс.',
  featureOnce: 'Одно списание',
  featureOnceText: 'Два нажатия, обрыв связи или обновление страницы не сделают из одного заказа два.',
  featureLive: 'Статус в реальном времени',
  featureLiveText: 'Начальное число, остаток и статус меняются прямо на странице.',
  servicesTitle: 'Шесть платформ, один баланс',
  servicesLead: 'Откройте платформу, чтобы увидеть услуги и цены за 1\u00a0000.',
  howTitle: 'Как это работает',
  howOne: 'Пополните баланс',
  howOneText: 'Выберите сумму. Бонус виден до оплаты.',
  howTwo: 'Оформите заказ',
  howTwoText: 'Выберите услугу, вставьте ссылку, укажите количество.',
  howThree: 'Следите за выполнением',
  howThreeText: 'Каждый заказ виден от ожидания до выполнения.',
  faqTitle: 'Вопросы и ответы',
  claimsTitle: 'В цифрах',
  testimonialsTitle: 'Отзывы клиентов',
  callTitle: 'Откройте аккаунт, посмотрите цены и решите.',
})
