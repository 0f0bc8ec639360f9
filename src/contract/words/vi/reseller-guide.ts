import type { ResellerGuideWords } from '#contract/words/en/reseller-guide.ts'

export const resellerGuide: ResellerGuideWords = {
  points: {
    title: 'API đại lý',
    lead: 'Giao thức chung của các panel, script và bot: một địa chỉ, hành động nằm trong một trường. Mọi lệnh gọi của panel khác đều dùng được ở đây.',
    actions: 'Hành động',
    call: 'Cách gọi',
    callText:
      'Gửi form, multipart hoặc JSON bằng POST, hoặc gửi cùng các trường đó trong chuỗi truy vấn của GET. Nên dùng POST: chuỗi truy vấn thường bị proxy ghi vào nhật ký.',
    key: 'Khóa',
    keyText:
      'Tạo khóa trong phần Cài đặt. Gửi khóa trong trường `key`, hoặc trong tiêu đề `Authorization: Bearer YOUR_API_KEY`.',
    numbers: 'Số và danh sách',
    numbersText:
      'ID là số nguyên; số tiền và số lượng là chuỗi có dấu chấm thập phân. Bạn có thể gửi số dưới dạng chuỗi, và gửi danh sách cách nhau bằng dấu phẩy, dạng `orders[]` hoặc `orders[0]`, tối đa 100 ID.',
    refusal: 'Từ chối',
    refusalText:
      'Phản hồi từ chối có mã HTTP 200 và một trường duy nhất là `error`. Phần lớn là kết quả cuối cùng. Thiếu số dư, chưa bảo hành được, dịch vụ ngừng bán và nhà cung cấp không khả dụng có thể chỉ là tạm thời: hãy gọi lại sau.',
    trouble: 'Giới hạn và gián đoạn',
    troubleText:
      '429 (vượt giới hạn) và 503 (bảo trì, quá tải) không có nội dung. Hãy chờ đủ số giây trong `Retry-After` rồi gọi lại. Khóa đã hết hạn mức ngày nhận 429 đến nửa đêm UTC.',
    client: 'Thư viện TypeScript',
    clientText:
      'Một tệp duy nhất, không phụ thuộc thư viện nào, chỉ cần chép vào dự án. Khi mất phản hồi, thư viện gọi lại với cùng khóa chống trùng.',
    members: 'Các trường theo loại dịch vụ',
    membersText:
      'Loại có trong danh sách dịch vụ. Trường mà loại đó không dùng sẽ bị bỏ qua. Bình luận, tên người dùng, hashtag, nhóm hay từ khóa: mỗi mục một dòng.',
    statuses: 'Trạng thái đơn hàng',
    refusals: 'Tất cả lý do từ chối',
    refusalsText:
      'Khóa bật “Lỗi trong /api/v2: Mã lỗi” nhận mã thay cho câu chữ khi đặt đơn mới. Khóa không chọn thì theo mặc định của trang.',
    test: 'Khóa thử nghiệm',
    testText:
      'Mỗi khách có thể có một khóa thử nghiệm: mọi lệnh gọi đều chạy mà không tốn tiền, không qua nhà cung cấp. {max} đơn mới nhất được giữ trong {days} ngày, khóa chống trùng của chúng cũng chỉ được giữ đến khi đó. Kết quả của đơn tùy vào chữ số cuối của số lượng:',
    limits: 'Giới hạn',
    limitsText:
      'Mỗi khách có {points} điểm mỗi phút, dù dùng khóa nào. Số điểm của mỗi lệnh gọi (danh sách dịch vụ không đổi chỉ tốn 1, cứ 20 ID tốn thêm 1); refill và cancel tốn 1, cộng thêm cho mỗi đơn được yêu cầu:',
    additions: 'Ngoài giao thức chung',
    changes: 'Lịch sử thay đổi',
    answer: 'Phản hồi',
    required: 'Bắt buộc',
  },
  actions: {
    services:
      'Mọi dịch vụ đang bán, theo giá của riêng bạn. Gửi `ETag` lần trước trong `If-None-Match`: danh sách không đổi thì trả về 304.',
    add: 'Đặt một đơn hàng. Các trường tùy theo loại dịch vụ.',
    status: 'Một đơn với `order`, tối đa 100 đơn với `orders`.',
    refill: 'Yêu cầu bảo hành cho đơn đã hoàn thành. Khi yêu cầu còn mở, gọi lại sẽ nhận cùng một ID.',
    refill_status:
      'Một lần bảo hành với `refill`, tối đa 100 với `refills`: Pending, In progress, Completed hoặc Rejected.',
    cancel: 'Yêu cầu hủy tối đa 100 đơn. 1 nghĩa là đã ghi nhận: kết quả nằm trong trạng thái đơn.',
    balance: 'Số tiền bạn có thể dùng.',
    orders:
      'Các đơn mới nhất của bạn, đặt bằng bất kỳ khóa nào: hãy xem ở đây trước khi đặt lại vì mất phản hồi. Đơn vẫn có thể đến sau khi bạn hết thời gian chờ: hãy kiểm tra lại sau một phút.',
  },
  members: {
    service: 'ID trong danh sách dịch vụ',
    link: 'Liên kết cần tăng; một số loại không cần',
    quantity: 'Số lượng; không dùng cho gói và danh sách bình luận hay tên người dùng',
    idempotency_key:
      'Khóa chống trùng của bạn, mỗi đơn một khóa; hoặc dùng tiêu đề `Idempotency-Key`. Dùng lại với nội dung khác thì bị từ chối: `Incorrect request`',
    order: 'Một đơn',
    orders: 'Nhiều đơn',
    refill: 'Một lần bảo hành',
    refills: 'Nhiều lần bảo hành',
    since: 'Chỉ các đơn từ thời điểm này',
    limit: 'Số đơn tối đa; mặc định 100',
    own_link: 'Chỉ các đơn cho liên kết này',
  },
  types: {
    time: 'giây Unix hoặc ISO 8601',
    integer: 'số nguyên',
    text: 'chuỗi',
    ids: 'tối đa 100 ID, cách nhau bằng dấu phẩy',
    key: '1–255 ký tự ASCII hiển thị được',
  },
  statuses: {
    Pending: 'Đã nhận, chưa bắt đầu',
    'In progress': 'Đang chạy',
    Processing: 'Đang chạy; chương trình của bạn cũng nên hiểu từ này',
    Completed: 'Đã hoàn thành',
    Partial: 'Hoàn tiền một phần: giá × `remains` ÷ số lượng đã về số dư của bạn. Với gói, hãy xem `charge`',
    Canceled: 'Hoàn tiền toàn bộ: `remains` bằng số lượng, `charge` là 0',
  },
  refusals: {
    key: 'Khóa sai, hết hạn hoặc không có quyền này, hoặc địa chỉ của bạn không được phép',
    request: 'Hành động, một trường hoặc số lượng ID không hợp lệ',
    service: 'Không có dịch vụ này, hoặc hiện ngừng bán',
    order: 'Bạn không có đơn này',
    link: 'Thiếu liên kết, hoặc liên kết không hợp với dịch vụ',
    funds: 'Số dư không đủ',
    refill: 'Bạn không có lần bảo hành này',
    refillOver: 'Đơn này không còn được bảo hành',
    refillNow: 'Chưa được: đơn chưa hoàn thành',
    cancel: 'Đơn này không còn hủy được',
    later: 'Trong danh sách: hãy hỏi lại đơn này sau',
    min: 'N là số lượng tối thiểu của dịch vụ',
    max: 'N là số lượng tối đa của dịch vụ',
  },
  testOutcomes: {
    completed: 'Completed sau {ends} giây',
    partial: 'Partial: hoàn lại một nửa',
    canceled: 'Canceled: hoàn lại toàn bộ',
    refused: '`add` bị từ chối vì không đủ số dư',
    slow: 'Completed sau {slowEnds} giây',
    endless: 'In progress mãi không kết thúc',
    trouble: '`add` nhận 503, không có đơn nào được đặt',
    lost: '`add` nhận 503, nhưng đơn đã được đặt: gọi lại với cùng khóa chống trùng, hoặc tìm bằng `orders`',
    refunded_later: 'Completed, sau {refunds} giây được hoàn một nửa',
  },
  additions: {
    test: 'Dùng khóa thử nghiệm để thử chương trình của bạn trên trang này.',
    orders: '`orders` liệt kê các đơn mới nhất của bạn, điều mà panel khác không có.',
    idempotency:
      'Gửi tiêu đề `Idempotency-Key` hoặc trường `idempotency_key` cùng `add`, và gọi lại với cùng khóa chống trùng khi mất phản hồi: trong 30 ngày vẫn là đơn đó, không bao giờ có đơn thứ hai. Phản hồi cho lệnh gọi lại có tiêu đề `Idempotent-Replayed`.',
    bearer: 'Khóa cũng được nhận trong tiêu đề `Authorization: Bearer YOUR_API_KEY`.',
    rates: '`services` hiển thị giá bạn phải trả, đã tính giảm giá và giá riêng của bạn.',
    codes: 'Mỗi khóa có thể chọn mã hoặc câu chữ khi đơn bị từ chối; không chọn thì theo mặc định của trang.',
    trouble:
      'Phản hồi khi vượt giới hạn hay gián đoạn không có nội dung, để không chương trình nào hiểu nhầm là đơn đã kết thúc. Hoàn tiền sau khi hoàn thành hiển thị là Partial hoặc Canceled.',
  },
  changes: {
    orders: '`orders` liệt kê các đơn mới nhất.',
    limits: 'Lệnh gọi được giới hạn theo điểm.',
    test: 'Khóa thử nghiệm: mọi lệnh gọi không tốn tiền.',
    first:
      '`/api/v2` với `services`, `add`, `status`, `refill`, `refill_status`, `cancel` và `balance`. Khóa chống trùng cho `add`.',
    keys: 'Nhiều khóa với quyền, địa chỉ được phép, hạn mức ngày và ngày hết hạn.',
    codes: 'Từ chối đơn mới bằng mã lỗi, cho khóa có chọn.',
  },
}
