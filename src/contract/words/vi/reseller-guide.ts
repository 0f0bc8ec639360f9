import type { ResellerGuideWords } from '#contract/words/en/reseller-guide.ts'

export const resellerGuide: ResellerGuideWords = {
  points: {
    title: 'API đại lý',
    lead: 'Giao thức chung của các panel, script và bot: một địa chỉ, hành động nằm trong một trường. Lệnh gọi viết cho panel khác cũng chạy được ở đây.',
    actions: 'Hành động',
    call: 'Cách gọi',
    callText:
      'Gửi form, multipart hoặc JSON bằng POST, hoặc gửi cùng các trường đó trong chuỗi truy vấn của GET. Nên dùng POST: chuỗi truy vấn thường bị proxy ghi vào nhật ký.',
    key: 'Khóa API',
    keyText:
      'Tạo khóa trong phần Cài đặt. Gửi khóa trong trường `key`, hoặc trong tiêu đề `Authorization: Bearer YOUR_API_KEY`.',
    numbers: 'Số và danh sách',
    numbersText:
      'ID là số nguyên; số tiền và số lượng là chuỗi có dấu chấm thập phân. Bạn có thể gửi số dưới dạng chuỗi, và gửi danh sách cách nhau bằng dấu phẩy, dạng `orders[]` hoặc `orders[0]`, tối đa 100 ID.',
    refusal: 'Lỗi',
    refusalText:
      'Phản hồi lỗi có mã HTTP 200 và một trường duy nhất là `error`. Với phần lớn lỗi, gọi lại cũng vô ích. Chỉ gọi lại sau nếu số dư quá thấp, chưa bảo hành được, hoặc dịch vụ hay nhà cung cấp không khả dụng.',
    trouble: 'Giới hạn và gián đoạn',
    troubleText:
      '429 (vượt giới hạn) và 503 (bảo trì, quá tải) không có nội dung. Hãy chờ đủ số giây trong `Retry-After` rồi gọi lại. Khóa đã hết hạn mức ngày nhận 429 đến nửa đêm UTC.',
    client: 'Thư viện TypeScript',
    clientText:
      'Một tệp duy nhất, không phụ thuộc thư viện nào, chỉ cần chép vào dự án. Khi mất phản hồi, thư viện gọi lại với cùng khóa chống trùng.',
    members: 'Các trường theo loại dịch vụ',
    membersText:
      'Loại có trong danh sách dịch vụ. Trường mà loại đó không dùng sẽ bị bỏ qua. Mỗi bình luận, tên người dùng, hashtag, nhóm hay từ khóa nằm trên một dòng riêng.',
    statuses: 'Trạng thái đơn hàng',
    refusals: 'Tất cả lỗi',
    refusalsText:
      'Khóa có cài đặt “Lỗi trong /api/v2: Mã lỗi” nhận mã lỗi thay cho thông báo lỗi khi đặt đơn mới. Các khóa khác theo mặc định của trang.',
    test: 'Khóa thử nghiệm',
    testText:
      'Mỗi khách có thể có một khóa thử nghiệm. Mọi lệnh gọi đều chạy mà không tốn tiền và không qua nhà cung cấp. {max} đơn mới nhất và khóa chống trùng của các đơn đó được giữ trong {days} ngày. Chữ số cuối của số lượng quyết định kết quả của đơn:',
    limits: 'Giới hạn',
    limitsText:
      'Mỗi khách có {points} điểm mỗi phút cho tất cả các khóa. Danh sách dịch vụ không đổi tốn 1 điểm, cứ 20 ID tốn thêm 1 điểm. Refill và cancel tốn 1 điểm, cộng số điểm dưới đây cho mỗi đơn:',
    additions: 'Ngoài giao thức chung',
    changes: 'Lịch sử thay đổi',
    answer: 'Phản hồi',
    required: 'Bắt buộc',
  },
  actions: {
    services:
      'Mọi dịch vụ đang bán, theo giá dành cho bạn. Gửi `ETag` lần trước trong `If-None-Match`: danh sách không đổi thì trả về 304.',
    add: 'Đặt một đơn hàng. Các trường tùy theo loại dịch vụ.',
    status: 'Một đơn với `order`, tối đa 100 đơn với `orders`.',
    refill: 'Yêu cầu bảo hành cho đơn đã giao. Trong lúc đang bảo hành, gọi lại sẽ nhận cùng một ID.',
    refill_status:
      'Một lần bảo hành với `refill`, tối đa 100 với `refills`: Pending, In progress, Completed hoặc Rejected.',
    cancel: 'Yêu cầu hủy tối đa 100 đơn. 1 nghĩa là đã yêu cầu: trạng thái của đơn cho biết kết quả.',
    balance: 'Số dư khả dụng của bạn.',
    orders:
      'Các đơn mới nhất của bạn, đặt bằng bất kỳ khóa nào. Khi mất phản hồi, hãy xem ở đây trước khi đặt lại. Đơn vẫn có thể đến sau khi bạn hết thời gian chờ, nên hãy kiểm tra lại sau một phút.',
  },
  members: {
    service: 'ID trong danh sách dịch vụ',
    link: 'Liên kết cần tăng; một số loại không cần',
    quantity: 'Số lượng; không dùng cho gói và danh sách bình luận hay tên người dùng',
    idempotency_key:
      'Khóa chống trùng của bạn, mỗi đơn một khóa; hoặc dùng tiêu đề `Idempotency-Key`. Dùng lại với nội dung khác sẽ nhận `Incorrect request`',
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
    Processing: 'Đang chạy; chương trình của bạn cũng nên nhận trạng thái này',
    Completed: 'Đã giao đủ',
    Partial: 'Hoàn tiền một phần: giá × `remains` ÷ số lượng đã về số dư của bạn. Với gói, hãy xem `charge`',
    Canceled: 'Hoàn tiền toàn bộ: `remains` bằng số lượng, `charge` là 0',
  },
  refusals: {
    key: 'Khóa sai, hết hạn hoặc không có quyền này; hoặc địa chỉ của bạn không được phép',
    request: 'Hành động, một trường hoặc số lượng ID không hợp lệ',
    service: 'Không có dịch vụ này, hoặc dịch vụ hiện ngừng bán',
    order: 'Đơn này không có trong tài khoản của bạn',
    link: 'Thiếu liên kết, hoặc liên kết không hợp với dịch vụ',
    funds: 'Số dư không đủ trả giá đơn',
    refill: 'Lần bảo hành này không có trong tài khoản của bạn',
    refillOver: 'Đơn này không còn được bảo hành',
    refillNow: 'Chưa được: đơn chưa giao xong',
    cancel: 'Đơn này không còn hủy được',
    later: 'Trong danh sách: hãy kiểm tra lại đơn này sau',
    min: 'N là số lượng tối thiểu của dịch vụ',
    max: 'N là số lượng tối đa của dịch vụ',
  },
  testOutcomes: {
    completed: 'Completed sau {ends} giây',
    partial: 'Partial: hoàn lại một nửa',
    canceled: 'Canceled: hoàn lại toàn bộ',
    refused: '`add` bị từ chối vì không đủ số dư',
    slow: 'Completed sau {slowEnds} giây',
    endless: 'Luôn là In progress',
    trouble: '`add` nhận 503, không có đơn nào được đặt',
    lost: '`add` nhận 503, nhưng đơn đã được đặt: gọi lại với cùng khóa chống trùng, hoặc tìm bằng `orders`',
    refunded_later: 'Completed, sau {refunds} giây được hoàn một nửa',
  },
  additions: {
    test: 'Dùng khóa thử nghiệm để thử ứng dụng của bạn với trang này.',
    orders: '`orders` liệt kê các đơn mới nhất của bạn. Các panel khác không có lệnh này.',
    idempotency:
      'Gửi tiêu đề `Idempotency-Key` hoặc trường `idempotency_key` cùng `add`, và gọi lại với cùng khóa chống trùng khi mất phản hồi: trong 30 ngày vẫn là đơn đó, không bao giờ có đơn thứ hai. Phản hồi cho lệnh gọi lại có tiêu đề `Idempotent-Replayed`.',
    bearer: 'Khóa cũng được nhận trong tiêu đề `Authorization: Bearer YOUR_API_KEY`.',
    rates: '`services` hiển thị giá bạn phải trả, đã tính giảm giá và giá riêng của bạn.',
    codes:
      'Mỗi khóa có thể nhận mã lỗi hoặc thông báo lỗi khi đơn bị từ chối; mặc định theo cài đặt của trang.',
    trouble:
      'Phản hồi khi vượt giới hạn hay gián đoạn không có nội dung, để không chương trình nào hiểu nhầm là đơn thất bại. Hoàn tiền sau khi hoàn thành hiển thị là Partial hoặc Canceled.',
  },
  changes: {
    orders: '`orders` liệt kê các đơn mới nhất.',
    limits: 'Mỗi lệnh gọi tốn điểm, và số điểm có giới hạn.',
    test: 'Khóa thử nghiệm, cho mọi lệnh gọi mà không tốn tiền.',
    first:
      '`/api/v2` với `services`, `add`, `status`, `refill`, `refill_status`, `cancel` và `balance`. Khóa chống trùng cho `add`.',
    keys: 'Nhiều khóa với quyền, địa chỉ được phép, hạn mức ngày và ngày hết hạn.',
    codes: 'Mã lỗi cho đơn bị từ chối, với khóa có cài đặt này.',
  },
}
