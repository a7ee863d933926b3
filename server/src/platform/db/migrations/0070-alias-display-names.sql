-- What people read instead of an alias's name, in each language of the console.
alter table aliases add column display_names jsonb not null default '{}';

-- Those of the aliases that a new system begins with.
update aliases set display_names = jsonb_build_object('en_US', known.en, 'ja_JP', known.ja, 'ko_KR', known.ko)
from (values
  ('PRODUCT_CODE', 'Product code', '商品コード', '상품 코드'),
  ('NAME', 'Name', '商品名', '상품명'),
  ('NAME2', 'Second name', '商品名 2', '상품명 2'),
  ('PRICE', 'Price', '価格', '가격'),
  ('LIST_PRICE', 'List price', '通常価格', '정가'),
  ('UNIT', 'Unit', '内容量', '용량'),
  ('UNIT_PRICE', 'Unit price', '単位価格', '단위 가격'),
  ('ORIGIN', 'Origin', '産地', '원산지'),
  ('CURRENCY', 'Currency', '通貨', '통화'),
  ('BARCODE', 'Bar code', 'バーコード', '바코드'),
  ('PROMO', 'Promotion text', '販促文', '판촉 문구'),
  ('STOCK', 'Stock', '在庫', '재고'),
  ('PROMO_UNTIL', 'Promotion until', '販促期限', '판촉 종료일'),
  ('TAX_PRICE', 'Price with tax', '税込価格', '세금 포함 가격'),
  ('CATEGORY', 'Category', 'カテゴリー', '카테고리'),
  ('URL', 'Web address', 'ウェブアドレス', '웹 주소')
) as known (name, en, ja, ko)
where upper(aliases.name) = known.name;
