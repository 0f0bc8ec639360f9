import type { parts as en } from '#web/messages/en/parts.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const parts = translation<typeof en, 'ru'>()({
  pageSize: 'Строк на странице',
  chooseFiles: { one: 'Выбрать файл', few: 'Выбрать файлы', many: 'Выбрать файлы' },
  dropHere: 'или перетащите сюда, или вставьте',
  filesChosen: {
    one: 'Выбран {count} файл',
    few: 'Выбрано {count} файла',
    many: 'Выбрано {count} файлов',
  },
  removeFile: 'Убрать {name}',
  fileType: '{name}: такие файлы сюда отправить нельзя',
  fileSize: '{name} больше {limit}',
  fileCount: {
    one: 'Не более {count} файла',
    few: 'Не более {count} файлов',
    many: 'Не более {count} файлов',
  },
  less: 'Меньше',
  more: 'Больше',
  numberEither: '{one} или {other}?',
  numberAmbiguous: '«{text}» можно понять как {one} или {other}. Введите {first} или {second}.',
  numberUnread: '«{text}» — не число. Введите, например, {example}.',
  found: { one: 'Найден {count}', few: 'Найдено {count}', many: 'Найдено {count}' },
  clear: 'Очистить',
  openList: 'Открыть список',
  chooseRow: 'Выбрать {name}',
  chooseAll: 'Выбрать все строки',
  chosen: { one: 'Выбран {count}', few: 'Выбрано {count}', many: 'Выбрано {count}' },
  clearChosen: 'Снять выбор',
  figures: 'Данные',
  noFigures: 'Пока показать нечего',
  chartOf: '{caption}: от {from} до {to}, последнее {last}',
  stepOf: 'Шаг {step} из {total}: {label}',
  stepDone: 'готово',
  typeToConfirm: 'Чтобы продолжить, введите {word}',
  // Pages of a list that is kept by id
  pages: 'Более новые и более ранние',
  newest: 'К самым новым',
  older: 'Более ранние',
  // List
  resetFilters: 'Сбросить фильтры',
  exportFile: 'Экспорт',
  exportFailed: 'Не удалось создать файл. Попробуйте ещё раз.',
  bounded: 'Показаны последние {count}. Остальные найдёт поиск, и они есть в экспорте.',
  boundedSearch: 'Подходит больше {count}. Уточните запрос.',
})
