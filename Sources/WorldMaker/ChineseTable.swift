// Owns the Chinese names of towns that we give by hand: where GeoNames has none, an odd one, or that of a street.

/// Names in use in mainland China, written by us from general knowledge; none is copied from a list. Nearly all of China's prefecture-level
/// cities have theirs from GeoNames; here are those that have not, the world's capitals likewise, and great cities.
///
/// A line begins with the country's code; its entries are GeoNames' Latin name (`;` for a comma), `=`, the Chinese one. Where several towns of a country share
/// the Latin name, the greatest is meant, or that at the whole degree of latitude behind `@`.
enum ChineseTable {
  /// The names by GeoNames number.
  /// - Throws: where a country has no town of that name (GeoNames calls it otherwise now), and where an entry cannot be right.
  static func names(_ rows: [CityTable.Row]) throws(MakerError) -> [String: String] {
    var byName: [String: [CityTable.Row]] = [:]
    for row in rows { byName["\(row.country) \(row.name)", default: []].append(row) }
    var (names, faults): ([String: String], [String]) = ([:], [])
    for line in "\(china)\n\(world)".split(separator: "\n") {
      let country = String(line.prefix(2))
      for entry in line.dropFirst(3).split(separator: ",") {
        let halves = entry.split(separator: "=").map { String($0.drop { $0 == " " }) }
        let place = (halves.first ?? "").split(separator: "@").map { String($0.map { $0 == ";" ? "," : $0 }) }
        let found = (byName["\(country) \(place.first ?? "")"] ?? []).filter { place.count == 1 || Int($0.latitude) == Int(place[1]) }
        guard halves.count == 2, ChineseNames.simplified(halves[1]) == halves[1],
          let town = found.max(by: { ($0.people, $1.number) < ($1.people, $0.number) }), names[town.number] == nil
        else {
          faults.append("\(country)\(entry)")
          continue
        }
        names[town.number] = halves[1]
      }
    }
    guard faults.isEmpty else {
      throw MakerError(
        "the table of Chinese names: \(faults.joined(separator: ", ")): no such town, named twice, or not in simplified characters")
    }
    return names
  }

  private static let china = """
    CN Tai’an=泰安, Xinyang=信阳, Huainan=淮南, Huai'an=淮安, Xinxiang=新乡, Xuchang=许昌, Xiangyang=襄阳, Yuncheng=运城, Changzhi=长治
    CN Panshan=盘锦, Puyang Chengguanzhen=濮阳, Dadukou=攀枝花, Jiaojiang=台州, Yuci=晋中, Jining@41=乌兰察布, Hailar=呼伦贝尔, Lianshan=葫芦岛
    CN Erdaojiang=二道江, Fuyu=松原, Taihe=七台河, Xuanzhou=宣城, Lengshuitan=永州, Babu=贺州, Baise City=百色, Yanjiang=资阳, Tongren=铜仁
    CN Nagqu=那曲, Dawukou=石嘴山, Shizuishan=惠农, Chaoyang=朝阳, Yiyang=益阳, Ezhou=鄂州, Xianning=咸宁, Guozhen=虢镇, Gushu=当涂
    CN Changshu City=常熟, Zhu Cheng City=诸城, Qingnian=临清, Shangyu=上虞, Puyang=浦阳, Luancheng=栾城, Guli=古里, Shashi=沙市, Bei’an=北安
    CN Shiyan@32=十堰, Fenghuang=凤凰, Shiqi=石岐, Hulan Ergi=富拉尔基, Wafangdian=瓦房店, Xiantao=仙桃, Fendou@46=让胡路, Jingling=天门
    CN Xintai=新泰, Wuxue=武穴, Jinzhou@39=金州, Hangu=汉沽, Wanxian=万州, Zaoyang=枣阳, Xindi=洪湖, Jiutai=九台, Dongling=东陵, Laiyang=莱阳
    CN Jiaozhou=胶州, Zhicheng=枝城, Lianghu=梁湖, Beipiao=北票, Guangshui=广水, Boshan=博山, Dingzhou=定州, Chenghua=澄海, Gaomi=高密
    CN Sujiatun=苏家屯, Xinji=辛集, Gongzhuling=公主岭, Huadian=桦甸, Jiashan=嘉善, Jagdaqi=加格达奇, Shiqiao=番禺, Puqi=赤壁, Songjiang=松江
    CN Shangri-La=香格里拉, Wuda=乌达, Jiangyou=江油, Xiazhen=微山, Shahecheng=沙河, Yushu=榆树, Huangzhou=黄州, Xiulin=石首, Zhoucun=周村
    CN Fengcheng=凤城, Qingzhou=青州, Mingshui=章丘, Kaiyuan@42=开原, Linshui=临水, Hulan=呼兰, Zhongxiang=钟祥, Dehui=德惠, Nehe=讷河
    CN Xinghua=兴化, Anqiu=安丘, Pulandian=普兰店, Kangding=康定, Dongsheng=东胜, Meihekou=梅河口, Xingcheng=兴城, Shenjiamen=沈家门
    CN Xiaoshan=萧山, Yishui=沂水, Baijiantan=白碱滩, Dalai=大安, Danjiangkou=丹江口, Lingyuan=凌源, Duyun=都匀, Pingdu=平度, Hanting=寒亭
    CN Qiongshan=琼山, Pizhou=邳州, Shache=莎车, Nangong=南宫, Zhuanghe=庄河, Shouguang=寿光, Tumen=图们, Linping=临平, Yanzhou=兖州
    CN Qianjiang=潜江, Daliang=顺德, Wusong=铜陵, Suicheng=睢宁, Zhangjiakou Shi Xuanhua Qu=宣化
    """

  private static let world = """
    AD Andorra la Vella=安道尔城
    AE Sharjah=沙迦
    AF Mazār-e Sharīf=马扎里沙里夫
    AM Yerevan=埃里温
    AT Vienna=维也纳
    AU Darwin=达尔文, Hobart=霍巴特
    AW Oranjestad=奥拉涅斯塔德
    AX Mariehamn=玛丽港
    BA Sarajevo=萨拉热窝
    BD Rājshāhi=拉杰沙希
    BJ Porto-Novo=波多诺伏
    BL Gustavia=古斯塔维亚
    BM Hamilton=哈密尔顿
    BO Santa Cruz de la Sierra=圣克鲁斯
    BR Natal=纳塔尔, Guarulhos=瓜鲁柳斯, Campo Grande=大坎普, Salvador=萨尔瓦多, São Paulo=圣保罗
    BW Gaborone=哈博罗内
    BY Mahilyow=莫吉廖夫
    BZ Belmopan=贝尔莫潘
    CA Halifax=哈利法克斯, Scarborough=斯卡伯勒, Etobicoke=怡陶碧谷
    CC West Island=西岛
    CD Kinshasa=金沙萨, Mbuji-Mayi=姆布吉马伊
    CF Bangui=班吉
    CR San José=圣何塞
    CU Camagüey=卡马圭
    CV Praia=普拉亚
    CX Flying Fish Cove=飞鱼湾
    DJ Djibouti=吉布提
    DM Roseau=罗索
    DO Santo Domingo=圣多明各, Santiago de los Caballeros=圣地亚哥
    EG Alexandria=亚历山大, Al Jīzah=吉萨, Luxor=卢克索
    ET Addis Ababa=亚的斯亚贝巴
    FK Stanley=斯坦利
    FO Tórshavn=托尔斯豪恩
    GB City of London=伦敦城, Hull=赫尔
    GD Saint George's=圣乔治
    GF Cayenne=卡宴
    GI Gibraltar=直布罗陀
    GS Grytviken=古利德维肯
    GT Guatemala City=危地马拉城
    HN Tegucigalpa=特古西加尔巴
    ID Makassar=望加锡, Semarang=三宝垄, Depok=德波, Bandarlampung=楠榜港
    IN Vadodara=巴罗达, Varanasi=瓦拉纳西, Ludhiāna=卢迪亚纳, Kānpur=坎普尔, Rājkot=拉杰果德, Gwalior=瓜廖尔, Farīdābād=法里达巴德
    IN Ghāziābād=加济阿巴德, Bhubaneshwar=布巴内斯瓦尔, Aurangabad=奥兰加巴德, Thāne=塔那, Alīgarh=阿里格尔, Solāpur=绍拉布尔
    IQ Erbil=埃尔比勒, As Sulaymānīyah=苏莱曼尼亚, An Nāşirīyah=纳西里耶
    IR Hamadān=哈马丹, Orūmīyeh=乌鲁米耶, Arāk=阿拉克
    IS Reykjavík=雷克雅未克
    JE Saint Helier=圣赫利尔
    JM Kingston=金斯敦
    JP Saitama=埼玉, Sakai=堺, Kashiwa=柏, Nishinomiya-hama=西宫, Toyonaka=丰中
    KE Nairobi=内罗毕
    KI Tarawa=塔拉瓦
    KP Namp’o=南浦, Kaesŏng=开城, Sariwŏn=沙里院
    KR Bucheon-si=富川, Goyang-si=高阳, Seongnam-si=城南, Pohang=浦项, Cheongju-si=清州, Hwaseong-si=华城, Uijeongbu-si=议政府, Anyang-si=安养
    KW Kuwait City=科威特城
    KZ Karagandy=卡拉干达, Ust-Kamenogorsk=厄斯克门
    LA Vientiane=万象
    LK Colombo=科伦坡
    LU Luxembourg=卢森堡
    MA Fès=非斯, Tangier=丹吉尔
    MC Monaco=摩纳哥
    MF Marigot=马里戈特
    MH Majuro=马朱罗
    MM Nay Pyi Taw=内比都
    MP Saipan=塞班
    MR Nouakchott=努瓦克肖特
    MX León=莱昂, Ecatepec=埃卡特佩克
    MY Klang=巴生, George Town=乔治市
    NF Kingston=金斯敦
    NG Lagos=拉各斯
    NU Alofi=阿洛菲
    NZ Auckland=奥克兰, Christchurch=克赖斯特彻奇
    PE Pucallpa=普卡尔帕
    PF Papeete=帕皮提
    PH Quezon City=奎松城, Cebu City=宿务
    PK Faisalābād=费萨拉巴德, Gujrānwāla=古杰兰瓦拉
    PM Saint-Pierre=圣皮埃尔
    PN Adamstown=亚当斯敦
    PW Melekeok=梅莱凯奥克
    PY Ciudad del Este=东方市
    RE Saint-Denis=圣但尼
    RO Timişoara=蒂米什瓦拉
    RU Voronezh=沃罗涅日, Nizhniy Novgorod=下诺夫哥罗德, Krasnoyarsk=克拉斯诺亚尔斯克, Arkhangel’sk=阿尔汉格尔斯克, Makhachkala=马哈奇卡拉
    RU Khabarovsk=哈巴罗夫斯克, Ulyanovsk=乌里扬诺夫斯克, Bryansk=布良斯克, Stavropol’=斯塔夫罗波尔
    RU Nizhniy Tagil=下塔吉尔, Naberezhnyye Chelny=卡马河畔切尔尼
    RW Kigali=基加利
    SA Riyadh=利雅得, Ta’if=塔伊夫
    SG Singapore=新加坡
    SL Freetown=弗里敦
    SS Juba=朱巴
    SX Philipsburg=菲利普斯堡
    SZ Mbabane=姆巴巴内
    TC Cockburn Town=科伯恩城
    TV Funafuti=富纳富提
    TW Banqiao=板桥, Taoyuan City=桃园
    UA Kiev=基辅, Dnipropetrovsk=第聂伯罗, Zaporizhzhya=扎波罗热, Mykolayiv=尼古拉耶夫, Kryvyi Rih=克里沃罗格
    US San Diego=圣迭戈, San Jose=圣何塞, Brooklyn=布鲁克林, The Bronx=布朗克斯, Borough of Queens=皇后区, Staten Island=史坦顿岛
    US Washington; D.C.=华盛顿
    US Sacramento=萨克拉门托, Cleveland=克利夫兰, Oklahoma City=俄克拉何马城, Virginia Beach=弗吉尼亚海滩, Albuquerque=阿尔伯克基
    US El Paso=埃尔帕索
    UY Montevideo=蒙得维的亚
    VA Vatican City=梵蒂冈
    VG Road Town=罗德城
    VN Ho Chi Minh City=胡志明市
    VU Port-Vila=维拉港
    YE Ta‘izz=塔伊兹, Al Ḩudaydah=荷台达
    YT Mamoudzou=马穆楚
    ZA Port Elizabeth=伊丽莎白港
    ZM Lusaka=卢萨卡
    """
}
