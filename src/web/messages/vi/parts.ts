import type { parts as en } from '#web/messages/en/parts.ts'
import { translation } from '#web/messages/table.ts'

export const parts = translation<typeof en, 'vi'>()({
  pageSize: 'Số dòng mỗi trang',
  chooseFiles: { other: 'Chọn tệp' },
  dropHere: 'hoặc kéo thả, dán vào đây',
  filesChosen: { other: 'Đã chọn {count} tệp' },
  removeFile: 'Bỏ {name}',
  fileType: '{name} không thuộc loại tệp được gửi ở đây',
  fileSize: '{name} lớn hơn {limit}',
  fileCount: { other: 'Tối đa {count} tệp' },
  less: 'Giảm',
  more: 'Tăng',
  found: { other: 'Tìm thấy {count}' },
  clear: 'Xóa',
  openList: 'Mở danh sách',
  chooseRow: 'Chọn {name}',
  chooseAll: 'Chọn tất cả các dòng',
  chosen: { other: 'Đã chọn {count}' },
  clearChosen: 'Bỏ chọn',
  figures: 'Số liệu',
  noFigures: 'Chưa có gì để hiển thị',
  chartOf: '{caption}: từ {from} đến {to}, gần nhất {last}',
  stepOf: 'Bước {step} / {total}: {label}',
  stepDone: 'xong',
  typeToConfirm: 'Nhập {word} để tiếp tục',
  // Pages of a list that is kept by id
  pages: 'Mới hơn và cũ hơn',
  newest: 'Mới nhất',
  older: 'Cũ hơn',
})
